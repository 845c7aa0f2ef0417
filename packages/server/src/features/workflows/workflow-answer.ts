import {
  isObject,
  ownValue,
  readTrigger,
  stepsOf,
  withoutOwners,
  workflowWithDetails,
  type AnswerOf,
  type JsonObject,
} from '@skein/api';
import { EngineError, withoutUndefined, type DefinitionRecord } from '@skein/ports';
import { isoTime } from '../../values/iso-time.ts';
import { whose } from '../../identity/identity.ts';
import type { Caller, CoreServices } from './caller.ts';
import { definitionOf } from './definition-of.ts';
import { layoutIn, versionFacts } from '../../values/version-facts.ts';

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

/** Of a pipeline also with the fields of its original API, and its parts by their ids. */
export async function toListedWorkflow(
  caller: Caller,
  record: DefinitionRecord,
): Promise<WorkflowItem> {
  const item = toWorkflowItem(record);
  if (record.dialect !== 'pipeline') return item;
  const { trigger = null, ...details } = await ownDetails(caller, record, item);
  return {
    ...details,
    trigger_uuid: isObject(trigger) ? (ownValue(trigger, 'uuid') ?? null) : null,
    steps: stepsOf(definitionOf(record)).map(({ uuid }) => uuid),
    ...item,
  };
}

export async function toWorkflowAnswer(
  caller: Caller,
  record: DefinitionRecord,
): Promise<WorkflowAnswer> {
  const { services, identity } = caller;
  const { engine } = services;
  const { dialect, definition, studio } = record;
  const item = toWorkflowItem(record);
  const whole = await engine.workflows.complete(definition, { dialect, ...whose(identity) });
  const checked = await services.large?.checker(identity.owner)(whole, { dialect });
  const diagnostics = checked?.diagnostics ?? engine.workflows.validate(whole, { dialect });
  const isSound = diagnostics.every(({ severity }) => severity !== 'error');
  const described =
    checked ?? (isSound ? await describe(engine, { id: record.id, ...whose(identity) }) : {});
  const inputSchema = isSound ? (described.inputSchema ?? null) : null;
  const details = dialect === 'pipeline' ? await ownDetails(caller, record, item) : {};
  return {
    ...details,
    ...item,
    definition,
    studio: layoutIn(studio) ?? null,
    inputSchema,
    diagnostics: [...diagnostics],
    ...withoutUndefined({ isDraft: versionFacts(studio).isDraft }),
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
async function ownDetails(
  { services: { records }, identity }: Caller,
  record: DefinitionRecord,
  item: WorkflowItem,
): Promise<JsonObject> {
  const definition = definitionOf(record);
  const { trigger, ...details } = workflowWithDetails({
    ...withoutOwners(definition),
    uuid: item.id,
    user_id: identity.user,
    is_active: item.isActive,
  });
  const named = { uuid: item.id, user_id: identity.owner };
  const [row] = await records.tables.find('workflows', named);
  const read = readTrigger(definition, item.id);
  const stored = read === null ? undefined : await records.triggers.get(read.uuid, identity.owner);
  const times =
    stored === undefined
      ? {}
      : { created_at: isoTime(stored.createdAt), updated_at: isoTime(stored.updatedAt) };
  return {
    ...details,
    trigger:
      read === null || trigger === undefined || !isObject(trigger)
        ? null
        : { ...trigger, uuid: read.uuid, workflow_uuid: item.id, ...times },
    created_at: row?.['created_at'] ?? item.savedAt,
    updated_at: item.savedAt,
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
