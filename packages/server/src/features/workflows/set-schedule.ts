import { equalJson, type JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import { settingsIn } from '../triggers/trigger-record.ts';
import type { Caller } from './caller.ts';
import { triggersOf } from '../triggers/workflow-triggers.ts';
import { changeTrigger, setTrigger } from './trigger-operations.ts';

/**
 * The times at which a workflow starts, with the input of these runs. False when it has exactly this schedule already: then nothing is
 * written, and a tick that is due stays due. What people set up, such as a webhook, is not taken from them.
 */
export async function setSchedule(
  caller: Caller,
  workflow: string,
  config: JsonObject,
): Promise<boolean> {
  const { services, identity } = caller;
  const items = await triggersOf(services, identity, workflow);
  const known = items.find(({ type }) => type === 'schedule' || type === 'manual');
  const [other] = items;
  if (known === undefined && other !== undefined) {
    throw new EngineError('TRIGGER_TAKEN', { workflow, type: other.type });
  }
  if (known?.type === 'schedule' && equalJson(settingsIn(known).config, config)) return false;
  // Of two processes that set the first one at the same time both mean the same trigger, whose ticks start one run each.
  const newId = () => `${workflow}:schedule`;
  const named = { identity, services: { ...services, newId } };
  const schedule = { trigger_type_id: 'schedule', config };
  // Beside others that people have added.
  if (known === undefined) await setTrigger(named, workflow, schedule);
  else await changeTrigger(named, known.id, schedule);
  return true;
}
