import { findDialect } from '@skein/dialects';
import {
  unplannedTick,
  type DefinitionRecord,
  type SaveOptions,
  type TriggerRecord,
} from '@skein/ports';

/**
 * The triggers that a definition itself names, so that they fire however it was saved; empty when its dialect keeps triggers
 * apart. Whether they are on is known to the store, and when a schedule fires next to whoever fires it.
 */
export function triggersIn(
  record: DefinitionRecord,
): Pick<SaveOptions, 'triggers' | 'keepsTriggers'> {
  const { id, user = '', dialect, definition, savedAt } = record;
  const read = findDialect(dialect)?.triggers;
  if (read === undefined) return {};
  const found = read(definition, id);
  // A version that no longer names triggers takes away those that the one before it has named.
  if (found === null) return { triggers: [], keepsTriggers: 'apart' };
  const triggers = found.map(({ uuid, trigger_type_id: type, ...config }): TriggerRecord => ({
    id: uuid,
    user,
    workflow: id,
    type,
    config: dialect === 'pipeline' ? { ...config } : { ...config, isWritten: true },
    isActive: true,
    nextFireAt: type === 'schedule' ? unplannedTick : null,
    secret: null,
    createdAt: savedAt,
    updatedAt: savedAt,
  }));
  return { triggers };
}
