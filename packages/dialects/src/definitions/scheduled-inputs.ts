// The inputs that schedules of a native definition give
// A tick brings what is written down, or its time; a workflow that requires more fails at every tick.
import { isObject, ownValue, pointer, type Json, type Workflow } from '@skein/kernel';
import { triggerSettings } from '../triggers/read-trigger.ts';

export interface ScheduledInput {
  readonly trigger: string;
  readonly given: readonly string[];
  /** The schema of the node that its runs start at; undefined: of those that every run starts with. */
  readonly schema?: Json;
  /** The place of the input. */
  readonly pointer: string;
}

export function scheduledInputs(workflow: Workflow): readonly ScheduledInput[] {
  const single = [{ trigger: workflow.trigger ?? null, at: pointer('trigger') }];
  const many = (workflow.triggers ?? []).map((trigger, i) => ({
    trigger,
    at: pointer('triggers', i),
  }));
  return [...single, ...many].flatMap(({ trigger, at }) => {
    if (!isObject(trigger)) return [];
    const { trigger_type_id: type, config, start, name = type } = triggerSettings(trigger);
    if (type !== 'schedule' || !isObject(config)) return [];
    const input = ownValue(config, 'input') ?? { scheduled_at: '' };
    if (!isObject(input)) return [];
    const found = { trigger: name, given: Object.keys(input), pointer: `${at}/config/input` };
    return start === undefined ? [found] : [{ ...found, schema: schemaOf(workflow, start) }];
  });
}

function schemaOf({ nodes }: Workflow, start: string): Json {
  return nodes.find(({ id }) => id === start)?.config?.['schema'] ?? {};
}
