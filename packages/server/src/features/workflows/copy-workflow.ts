import { textAt, withoutCode } from '@skein/api';
import type { DefinitionRecord } from '@skein/ports';
import type { Caller } from './caller.ts';
import { createWorkflow } from './create-workflow.ts';
import { definitionOf } from './definition-of.ts';
import { editWorkflow, keepEdited, ownWorkflow } from './save-workflow.ts';

/** A workflow once more, under a new id and with new ids for its parts. What an editor stores about it is copied too. */
export async function copyWorkflow(
  caller: Caller,
  id: string,
  name?: string,
): Promise<DefinitionRecord> {
  const found = await ownWorkflow(caller, id);
  const { dialect, studio } = found;
  const definition = withoutCode(definitionOf(found));
  const title = name ?? `${found.name ?? textAt(definition, 'name') ?? id} (copy)`;
  const body = { ...definition, name: title };
  const made = await createWorkflow(caller, { body, dialect, mayRename: true, isDraft: true });
  if (studio === undefined) return made;
  return editWorkflow(caller, { id: made.id }, (copy) =>
    keepEdited(caller, { ...copy, studio }, definitionOf(copy)),
  );
}
