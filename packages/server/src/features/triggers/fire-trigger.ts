// Firing a trigger
// F1. Filters come first: a delivery that does not pass, or that they cannot be applied to, starts nothing, and is recorded in the
//     trigger's history.
// F2. A delivery or tick has a name, and starts at most one run under that name, whatever happens in between.
import {
  isObject,
  mailProblem,
  matchTriggerFilter,
  type Json,
  type JsonObject,
  type RunId,
} from '@skein/api';
import type { Engine } from '@skein/engine';
import {
  EngineError,
  withoutUndefined,
  type Clock,
  type ServerRecords,
  type TriggerRecord,
} from '@skein/ports';
import { settingsIn } from './trigger-record.ts';

export interface FiringServices {
  readonly engine: Pick<Engine, 'runs'>;
  readonly records: Pick<ServerRecords, 'triggerHistory' | 'summaries'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: () => string;
}

export interface Fired {
  readonly matched: boolean;
  readonly run_id: string | null;
  readonly reason?: string;
}

/** As lists of runs say it. */
function startedBy(trigger: TriggerRecord): JsonObject {
  return { type: trigger.type, name: settingsIn(trigger).name ?? null };
}

export async function fireTrigger(
  services: FiringServices,
  trigger: TriggerRecord,
  delivery: { readonly data: Json; readonly name: string },
): Promise<Fired> {
  const { engine, clock } = services;
  const { data, name } = delivery;
  const verdict = judge(trigger, { data, at: clock.now() });
  if (!verdict.matched) {
    const { reason, isFailed } = verdict;
    const outcome = isFailed === true ? 'failed' : 'filtered';
    await addToHistory(services, trigger, { outcome, run: null, data: { reason } });
    return { matched: false, run_id: null, reason };
  }
  const { user, workflow, id } = trigger;
  const { start } = settingsIn(trigger);
  try {
    const started = await engine.runs.start(workflow, {
      ...(user === '' ? {} : { user }),
      ...withoutUndefined({ start }),
      input: data,
      idempotencyKey: `trigger:${id}:${name}`,
    });
    if (started.isRepeated !== true) {
      await services.records.summaries?.noteStart(started.id, startedBy(trigger));
      await addToHistory(services, trigger, {
        outcome: 'started',
        run: started.id,
        data: { name },
      });
    }
    return { matched: true, run_id: started.id };
  } catch (error) {
    const isKnown = error instanceof EngineError;
    const code = isKnown ? error.code : 'INTERNAL';
    const message = isKnown ? error.message : 'A bug.';
    await addToHistory(services, trigger, {
      outcome: 'failed',
      run: null,
      data: { code, message },
    });
    throw error;
  }
}

function judge(
  trigger: TriggerRecord,
  delivery: { readonly data: Json; readonly at: number },
): ReturnType<typeof matchTriggerFilter> {
  const problem = trigger.type === 'new_email' ? mailProblem(delivery.data) : null;
  if (problem !== null) return { matched: false, reason: problem, isFailed: true };
  const { filter_rules: rules } = settingsIn(trigger);
  return matchTriggerFilter(isObject(rules) ? rules : {}, delivery);
}

export async function addToHistory(
  { records, clock, newId }: Omit<FiringServices, 'engine'>,
  { id, user }: TriggerRecord,
  entry: { readonly outcome: string; readonly run: RunId | null; readonly data: Json },
): Promise<void> {
  await records.triggerHistory.append({
    id: newId(),
    trigger: id,
    user,
    at: clock.now(),
    ...entry,
  });
}
