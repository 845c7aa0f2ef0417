import { ownValue, workflowWithDetails, type AnswerOf, type JsonObject } from '@skein/api';
import { EngineError, type DefinitionRecord } from '@skein/ports';
import { isoTime } from '../../values/iso-time.ts';
import { whose, type Identity } from '../../identity/identity.ts';
import type { Caller, CoreServices } from './caller.ts';
import { definitionOf } from './definition-of.ts';

export type WorkflowItem = AnswerOf<'listWorkflows'>['items'][number];
export type WorkflowAnswer = AnswerOf<'getWorkflow'>;

export function toWorkflowItem(record: DefinitionRecord): WorkflowItem {
  const { id, name, dialect, version, savedAt } = record;
  const definition = definitionOf(record);
  return {
    id,
    name: name ?? textIn(definition, 'name') ?? id,
    description: textIn(definition, 'description') ?? '',
    // The dialect that the engine has read it in.
    dialect: dialect as WorkflowItem['dialect'],
    version,
    isActive: isActive(record),
    savedAt: isoTime(savedAt),
  };
}

export async function toWorkflowAnswer(
  { services: { engine }, identity }: Caller,
  record: DefinitionRecord,
): Promise<WorkflowAnswer> {
  const { dialect, definition, studio, savedAt } = record;
  const item = toWorkflowItem(record);
  const whole = await engine.workflows.complete(definition, { dialect, ...whose(identity) });
  const diagnostics = engine.workflows.validate(whole, { dialect });
  const isSound = diagnostics.every(({ severity }) => severity !== 'error');
  const { inputSchema = null } = isSound
    ? await describe(engine, { id: record.id, ...whose(identity) })
    : {};
  const time = isoTime(savedAt);
  const details =
    dialect === 'pipeline' ? ownDetails(definitionOf(record), { identity, item, time }) : {};
  return {
    ...details,
    ...item,
    definition,
    studio: studio ?? null,
    inputSchema,
    diagnostics: [...diagnostics],
  };
}

/** When an older version is shown, the newest one may be different or gone: then there is no form to fill in. */
async function describe(
  engine: CoreServices['engine'],
  { id, user }: { readonly id: string; readonly user?: string },
): Promise<{ readonly inputSchema?: JsonObject[string] }> {
  try {
    return await engine.workflows.describe(id, user);
  } catch (error) {
    if (error instanceof EngineError) return {};
    throw error;
  }
}

/** The fields of the pipelines' original API. Owner and times are the server's to say. */
function ownDetails(
  definition: JsonObject,
  known: { readonly identity: Identity; readonly item: WorkflowItem; readonly time: string },
): JsonObject {
  const { identity, item, time } = known;
  const details = workflowWithDetails({
    ...definition,
    uuid: item.id,
    user_id: identity.user,
    is_active: item.isActive,
  });
  return {
    ...details,
    created_at: ownValue(details, 'created_at') ?? time,
    updated_at: time,
  };
}

/** The newest version's record has it; of an older one, a pipeline's definition may say it. */
function isActive(record: DefinitionRecord & { readonly isActive?: boolean }): boolean {
  if (record.isActive !== undefined) return record.isActive;
  const written = ownValue(definitionOf(record), 'is_active');
  return typeof written === 'boolean' ? written : true;
}

function textIn(object: JsonObject, key: string): string | undefined {
  const value = ownValue(object, key);
  return typeof value === 'string' ? value : undefined;
}
