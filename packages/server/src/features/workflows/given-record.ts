// A workflow's record as a definition
// A client may change what GET returned and send all of it back. The record says some things twice: the definition has them, and
// the fields beside it repeat them in the words of every workflow, or of the pipelines' original API. One of the two may differ
// from what is stored.
import {
  equalJson,
  isObject,
  ownValue,
  withoutOwners,
  type Json,
  type JsonObject,
} from '@skein/api';
import { EngineError, type NewestDefinition } from '@skein/ports';
import type { Caller } from './caller.ts';
import { toWorkflowAnswer } from './workflow-answer.ts';

const ofAll = ['name', 'description'];
const ofPipeline = ['is_active', 'trigger', 'steps', 'template_id', 'template_version'];

/** The definition that a body means. */
export async function definitionGiven(
  caller: Caller,
  body: JsonObject,
  found: NewestDefinition | null,
): Promise<JsonObject> {
  const given = ownValue(body, 'definition') ?? null;
  const isRecord = isObject(given) && ['version', 'diagnostics'].every((key) => key in body);
  if (!isRecord) return body;
  if (found === null) return given;
  // What a route answers with is JSON.
  const current = (await toWorkflowAnswer(caller, found)) as unknown as JsonObject;
  const said = withoutOwners(body);
  const known = withoutOwners(current);
  const isPipeline = found.dialect === 'pipeline';
  const keys = [...ofAll, ...(isPipeline ? ofPipeline : [])];
  const changed = keys.filter((key) => differs(said, known, key));
  const camel = differs(body, current, 'isActive') ? ownValue(body, 'isActive') : undefined;
  if (changed.length === 0 && camel === undefined) return given;
  if (camel !== undefined && !isPipeline) {
    throw refused('/isActive', 'is not part of the definition; PATCH changes it');
  }
  if (!equalJson(given, current['definition'] ?? null)) {
    throw refused(
      '/definition',
      `differs from what is stored, and so does /${changed[0] ?? 'isActive'}; change one of them`,
    );
  }
  const fields = changed.map((key) => [key, ownValue(said, key) ?? null] as const);
  const active = camel === undefined ? {} : { is_active: camel };
  return { ...given, ...Object.fromEntries(fields), ...active };
}

/** A field that is left out says nothing. */
function differs(said: JsonObject, known: JsonObject, key: string): boolean {
  const value: Json | undefined = ownValue(said, key);
  return value !== undefined && !equalJson(value, ownValue(known, key) ?? null);
}

function refused(pointer: string, message: string): EngineError {
  return new EngineError('REQUEST_INVALID', { complaints: [{ in: 'body', pointer, message }] });
}
