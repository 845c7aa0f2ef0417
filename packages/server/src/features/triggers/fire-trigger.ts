// What a trigger sets off
// F1. Filters are asked first; what does not pass starts nothing and is noted.
// F2. A delivery or tick has a name, and a run is started once for each name, whatever happens in between.
import { isObject, matchTriggerFilter, type Json } from '@skein/api';
import { EngineError, type TriggerRecord } from '@skein/ports';
import type { Services } from '../../handlers/services.ts';
import { settingsIn } from './trigger-record.ts';

export interface Fired {
  readonly matched: boolean;
  readonly run_id: string | null;
  readonly reason?: string;
}

export async function fireTrigger(
  services: Services,
  trigger: TriggerRecord,
  delivery: { readonly data: Json; readonly name: string },
): Promise<Fired> {
  const { engine, clock } = services;
  const { data, name } = delivery;
  const { filter_rules: rules } = settingsIn(trigger);
  const verdict = matchTriggerFilter(isObject(rules) ? rules : {}, { data, at: clock.now() });
  if (!verdict.matched) {
    await note(services, trigger, {
      outcome: 'filtered',
      run: null,
      data: { reason: verdict.reason },
    });
    return { matched: false, run_id: null, reason: verdict.reason };
  }
  const { user, workflow, id } = trigger;
  try {
    const started = await engine.runs.start(workflow, {
      ...(user === '' ? {} : { user }),
      input: data,
      idempotencyKey: `trigger:${id}:${name}`,
    });
    if (started.isRepeated !== true) {
      await note(services, trigger, { outcome: 'started', run: started.id, data: { name } });
    }
    return { matched: true, run_id: started.id };
  } catch (error) {
    const isKnown = error instanceof EngineError;
    const code = isKnown ? error.code : 'INTERNAL';
    const message = isKnown ? error.message : 'A bug.';
    await note(services, trigger, { outcome: 'failed', run: null, data: { code, message } });
    throw error;
  }
}

export async function note(
  { store, clock, newId }: Services,
  { id, user }: TriggerRecord,
  entry: { readonly outcome: string; readonly run: string | null; readonly data: Json },
): Promise<void> {
  await store.triggerHistory.append({ id: newId(), trigger: id, user, at: clock.now(), ...entry });
}
