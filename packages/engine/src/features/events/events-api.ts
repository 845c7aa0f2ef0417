// Events, as the library offers them
import { runId, type Json, type PlainOr, type RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { findJsonProblem } from '../../state/values/find-json-problem.ts';
import { sendEvent, type EventRuntime } from './send-event.ts';

export interface Events {
  /**
   * Sends a named event to every run that waits for it. With `run` only to that run, which keeps the event until it waits
   * for it. With `user` only to runs of that user, "" standing for nobody. An event with an `id` is delivered to each run at most once.
   */
  send(
    name: string,
    data?: Json,
    options?: { readonly run?: PlainOr<RunId>; readonly id?: string; readonly user?: string },
  ): Promise<{ readonly delivered: number; readonly kept: boolean }>;
}

export function eventsApi(runtime: EventRuntime): Events {
  return {
    async send(name, data, { run, id, user } = {}) {
      if (runtime.isDraining) throw new EngineError('ENGINE_CLOSED', {});
      const problem = data === undefined ? null : findJsonProblem(data, 'data');
      if (problem !== null) {
        const complaint = `${problem.place} ${problem.complaint}.`;
        throw new EngineError('BAD_VALUE', { what: 'data of the event', complaint });
      }
      return sendEvent(runtime, {
        id: id ?? runtime.ids.next(),
        name,
        ...(data === undefined ? {} : { data }),
        ...(run === undefined ? {} : { run: runId(run) }),
        ...(user === undefined ? {} : { user }),
        isRepeated: id !== undefined,
      });
    },
  };
}
