import { drainMsDefault } from '@skein/engine';
import type { Json } from '@skein/kernel';
import { EngineError, type Store } from '@skein/ports';
import { durationMs, type Workflow } from '@skein/sdk';
import { hasRecords, openEngine, type ComposedEngine, type OpenedEngine } from '../compose.ts';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import type { CloseOptions, Engine } from './engine.ts';
import { mountServer, type MountedServer } from './handler.ts';
import { scheduleWorkflow, type ScheduleTimes } from './schedule.ts';

/** Makes an engine with Skein's own parts in every place that the options leave open. */
export async function createEngine(options: CreateEngineOptions = {}): Promise<Engine> {
  return withHost(await openEngine(options), options);
}

/** The engine with what its host can do with it. */
function withHost(opened: OpenedEngine, options: CreateEngineOptions): Engine {
  const { engine, wake } = opened;
  const mounted: MountedServer[] = [];
  const close = async ({ drain, ...rest }: CloseOptions = {}) => {
    const drainMs = drain === undefined ? (rest.drainMs ?? drainMsDefault) : durationMs(drain);
    const until = performance.now() + drainMs;
    await Promise.all(mounted.map((each) => each.leave()));
    await engine.drain({ ...rest, drainMs });
    await Promise.all(mounted.map((each) => each.close(Math.max(0, until - performance.now()))));
    await engine.close({ drainMs: 0 });
  };
  return {
    ...engine,
    handler(given) {
      const made = mountServer(wholeOf(opened, 'handler'), options, given);
      mounted.push(made);
      return made.handler;
    },
    async schedule(workflow: Workflow | string, times: ScheduleTimes, input?: Json) {
      const { store } = wholeOf(opened, 'schedule');
      const services = { engine, store, clock: options.clock ?? Date };
      await scheduleWorkflow(services, workflow, { times, input });
      wake?.();
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/** With a store that has records of users and triggers. */
function wholeOf({ engine, composed }: OpenedEngine, what: string): ComposedEngine<Store> {
  if (composed === null)
    throw refused(what, 'the engine is that of a server, which has it already');
  const { store } = composed;
  if (!hasRecords(store)) throw refused(what, 'the store is one that keeps only runs');
  // It is the engine that also fires triggers.
  return { ...composed, store, engine };
}

function refused(what: string, why: string): EngineError {
  return new EngineError('USAGE', { complaint: `There is no engine.${what} here: ${why}.` });
}
