import {
  detectDialect,
  dialectName,
  emptyDefinition,
  isEmptyRequest,
  isObject,
  ownValue,
  readTriggers,
  withNewIds,
  type JsonObject,
} from '@skein/api';
import { EngineError, type DefinitionRecord } from '@skein/ports';
import type { Caller } from './caller.ts';
import { findWorkflow, keep } from './save-workflow.ts';

export interface NewWorkflow {
  readonly body: JsonObject;
  readonly dialect?: string | undefined;
  /** Takes another id when its own is taken; otherwise that is refused. */
  readonly mayRename: boolean;
  /** Also with errors. */
  readonly isDraft?: boolean;
}

/** Creates a workflow from a definition in any dialect, or an empty one from a name. */
export async function createWorkflow(
  caller: Caller,
  { body, dialect, mayRename, isDraft = false }: NewWorkflow,
): Promise<DefinitionRecord> {
  if (isEmptyRequest(body) && detectDialect(body) === null) {
    checkTexts(body);
    return createEmpty(caller, body, dialect);
  }
  const options = dialect === undefined ? { isDraft } : { isDraft, dialect };
  const name = dialect ?? detectDialect(body)?.name;
  const { newId } = caller.services;
  if (name === 'pipeline') {
    const uuid = newId();
    const inert = mayRename && startsItself(body) ? { is_active: false } : {};
    const copy = { ...withNewIds(body, newId), uuid, ...inert };
    return keep(caller, withTriggerOf(copy, uuid), { ...options, id: uuid });
  }
  const startsOff = mayRename && startsItself(body);
  const reading = { ...options, startsOff };
  const id = ownId(body);
  if (id === undefined) return keep(caller, body, { ...reading, id: newId() });
  if ((await findWorkflow(caller, id)) === null) return keep(caller, body, reading);
  if (!mayRename) throw new EngineError('NAME_TAKEN', { what: 'workflow', name: id });
  return keep(caller, body, { ...reading, id: await freeId(caller, id) });
}

/** An imported workflow starts nothing until somebody activates it. */
function startsItself(body: JsonObject): boolean {
  const triggers = readTriggers(body, '') ?? [];
  return triggers.some(({ trigger_type_id: type }) => type !== 'manual');
}

function withTriggerOf(copy: JsonObject, uuid: string): JsonObject {
  const trigger = ownValue(copy, 'trigger');
  if (trigger === undefined || !isObject(trigger)) return copy;
  return { ...copy, trigger: { ...trigger, workflow_uuid: uuid } };
}

function checkTexts(body: JsonObject): void {
  const odd = Object.keys(body).filter((key) => typeof body[key] !== 'string');
  if (odd.length === 0) return;
  throw new EngineError('REQUEST_INVALID', {
    complaints: odd.map((key) => ({ in: 'body', pointer: `/${key}`, message: 'must be a text' })),
  });
}

async function createEmpty(
  caller: Caller,
  body: JsonObject,
  named: string | undefined,
): Promise<DefinitionRecord> {
  const dialect = named ?? textOr(body, 'dialect', 'pipeline');
  const known = knownDialect(dialect);
  const id = ownId(body) ?? caller.services.newId();
  if ((await findWorkflow(caller, id)) !== null) {
    throw new EngineError('NAME_TAKEN', { what: 'workflow', name: id });
  }
  const name = textOr(body, 'name', 'New workflow');
  const definition = emptyDefinition(known, {
    id,
    name,
    description: textOr(body, 'description', ''),
  });
  return keep(caller, definition, { id, dialect, isDraft: true });
}

type EmptyDialect = Parameters<typeof emptyDefinition>[0];

const dialects: readonly EmptyDialect[] = dialectName.options;

function knownDialect(name: string): EmptyDialect {
  const found = dialects.find((each) => each === name);
  if (found !== undefined) return found;
  throw new EngineError('DIALECT_UNKNOWN', { dialect: name, known: dialects });
}

function ownId(body: JsonObject): string | undefined {
  const id = ownValue(body, 'id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}

async function freeId(caller: Caller, id: string): Promise<string> {
  const triesMax = 50;
  for (let n = 2; n < triesMax; n++) {
    const next = `${id}-${n}`;
    if ((await findWorkflow(caller, next)) === null) return next;
  }
  return `${id}-${caller.services.newId()}`;
}

function textOr(body: JsonObject, key: string, otherwise: string): string {
  const value = ownValue(body, key);
  return typeof value === 'string' && value !== '' ? value : otherwise;
}
