// Where triggers let a run begin
// A definition may name several triggers, each with the node that its runs start at. What else a trigger says, such as times or
// filters, is no matter of a run.
import { pointer, type Workflow } from '../../definition.ts';
import { isObject, ownValue, type Json } from '../../json.ts';

export interface TriggerStart {
  readonly name: string;
  readonly isManual: boolean;
  /** Null: at the workflow's own entry. */
  readonly start: string | null;
  /** Where in the definition it names the node. */
  readonly where: string;
}

/** In definition order; the single form is a list of one. Accepts anything: wrong shapes are reported elsewhere. */
export function triggerStarts({
  trigger = null,
  triggers,
}: Pick<Workflow, 'trigger' | 'triggers'>): readonly TriggerStart[] {
  const listed: Json = triggers ?? [];
  const many: readonly Json[] = Array.isArray(listed) ? listed : [];
  return [
    ...startIn(trigger, pointer('trigger')),
    ...many.flatMap((each, index) => startIn(each, pointer('triggers', index))),
  ];
}

function startIn(trigger: Json, place: string): readonly TriggerStart[] {
  if (!isObject(trigger)) return [];
  const text = (key: string) => {
    const value = ownValue(trigger, key);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const type = text('type') ?? text('trigger_type_id') ?? 'manual';
  return [
    {
      name: text('name') ?? type,
      isManual: type === 'manual',
      start: text('start'),
      where: `${place}/start`,
    },
  ];
}
