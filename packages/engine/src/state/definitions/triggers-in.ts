import { findDialect } from '@skein/dialects';
import { unplannedTick, type DefinitionRecord, type TriggerRecord } from '@skein/ports';

/**
 * The triggers that a definition itself names, so that they fire however it was saved; undefined when its dialect keeps triggers
 * apart. Whether they are on is known to the store, and when a schedule fires next to whoever fires it.
 */
export function triggersIn({
  id,
  user = '',
  dialect,
  definition,
  savedAt,
}: DefinitionRecord): readonly TriggerRecord[] | undefined {
  const read = findDialect(dialect)?.trigger;
  if (read === undefined) return undefined;
  const trigger = read(definition, id);
  if (trigger === null) return [];
  const { uuid, trigger_type_id: type, ...config } = trigger;
  return [
    {
      id: uuid,
      user,
      workflow: id,
      type,
      config: { ...config },
      isActive: true,
      nextFireAt: type === 'schedule' ? unplannedTick : null,
      secret: null,
      createdAt: savedAt,
      updatedAt: savedAt,
    },
  ];
}
