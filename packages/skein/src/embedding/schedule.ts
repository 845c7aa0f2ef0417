import type { Engine as DurableEngine } from '@skein/engine';
import type { Json, JsonObject } from '@skein/kernel';
import { EngineError, type Clock, type ProblemDetails, type Store } from '@skein/ports';
import type { CatchUp } from '@skein/server';
import { toJson, type Workflow } from '@skein/sdk';
import { checkInput } from '../typed/start-typed.ts';
import { withoutUndefined } from '../without-undefined.ts';

/** When a workflow is started. */
export interface ScheduleTimes {
  /** Minute, hour, day, month, weekday; with six fields the first is the second. `0 9 * * 1` is Mondays at nine. */
  readonly cron: string;
  /** Whose clock that is, such as `Europe/Brussels`; default UTC. */
  readonly timezone?: string;
  /** Which of the times that were missed, because nothing was running, start a run: the last, none, or all. Default: the last. */
  readonly catchUp?: CatchUp;
}

export interface ScheduleServices {
  readonly engine: DurableEngine;
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
}

/** True when something has changed. */
export async function scheduleWorkflow(
  { engine, store, clock }: ScheduleServices,
  workflow: Workflow | string,
  { times, input }: { readonly times: ScheduleTimes; readonly input: Json | undefined },
): Promise<boolean> {
  const { cron, timezone, catchUp } = times;
  // Now, and not when nobody is looking.
  if (typeof workflow !== 'string') checkInput(workflow, input);
  const { hostCaller, setSchedule } = await import('@skein/server');
  const config: JsonObject = withoutUndefined({
    cron,
    timezone,
    catchUp,
    input: toJson(input, 'input'),
  });
  const { identity, services } = hostCaller({ engine, store });
  const id = typeof workflow === 'string' ? workflow : workflow.id;
  try {
    return await setSchedule({ identity, services: { ...services, clock } }, id, config);
  } catch (error) {
    throw saidHere(error, workflow);
  }
}

/** In the words of a program: it has sent no request, and saved no definition. */
function saidHere(error: unknown, workflow: Workflow | string): unknown {
  if (!(error instanceof EngineError)) return error;
  if (error.code === 'WORKFLOW_NOT_FOUND' && typeof workflow !== 'string') {
    return new EngineError('WORKFLOW_NOT_REGISTERED', { workflow: workflow.id, known: [] });
  }
  if (error.code !== 'REQUEST_INVALID') return error;
  // The code says which details it has.
  const { complaints } = error.details as ProblemDetails<'REQUEST_INVALID'>;
  const problems = complaints.map(
    ({ pointer, message }) => `${pointer.replace('/config/', '')} ${message}`,
  );
  const hint = 'The times are { cron, timezone, catchUp }; docs/triggers.md describes them.';
  return new EngineError('CONFIG_INVALID', { file: 'engine.schedule', problems }, { hint });
}
