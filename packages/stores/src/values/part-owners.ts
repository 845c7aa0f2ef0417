// Who owns a part of a pipeline
// A step or a trigger belongs to one workflow. The row of a trigger names it; that of a step does not, so it is looked up in the
// lists of steps, which is only needed when a save names a step that is there already.
import type { JsonObject } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { DefinitionRow } from './definition-rows.ts';

const parts: Readonly<Record<string, string>> = { workflow_steps: 'step', triggers: 'trigger' };

/** Steps and triggers that the workflow did not have before, each once. */
export function addedParts(
  rows: readonly DefinitionRow[],
  before: readonly DefinitionRow[],
): readonly DefinitionRow[] {
  const known = new Set(before.map(nameOf));
  const added = rows.filter((row) => row.table in parts && !known.has(nameOf(row)));
  return [...new Map(added.map((row) => [nameOf(row), row])).values()];
}

/** Throws if a row that was found for an added part belongs to another workflow; `workflows` are all of its user. */
export function checkOwner(
  { table, values }: DefinitionRow,
  found: JsonObject,
  { workflow, workflows }: { readonly workflow: string; readonly workflows: readonly JsonObject[] },
): void {
  // Every row of these tables has one.
  const id = values['uuid'] as string;
  const owner = table === 'triggers' ? found['workflow_uuid'] : ownerOfStep(workflows, id);
  if (typeof owner !== 'string' || owner === workflow) return;
  throw idTaken(parts[table] ?? table, id, owner);
}

export function idTaken(what: string, id: string, workflow: string): EngineError {
  return new EngineError('ID_TAKEN', { what, id, workflow });
}

function ownerOfStep(workflows: readonly JsonObject[], id: string) {
  const owner = workflows.find(({ steps }) => Array.isArray(steps) && steps.includes(id));
  return owner?.['uuid'];
}

function nameOf({ table, values }: DefinitionRow): string {
  return JSON.stringify([table, values['uuid'] ?? null]);
}
