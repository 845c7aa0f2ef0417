// What a turn of the assistant gives: what it said, the last draft that it wrote, and how the last trial of it ended.
import { isObject, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import type { ModelMessage } from '@skein/ports';

interface Called {
  readonly name: string;
  readonly given: JsonObject;
  /** Null: it failed. */
  readonly result: JsonObject | null;
}

export function assistantValue({
  value,
  messages,
}: {
  readonly value: Json;
  readonly messages: readonly ModelMessage[];
}): Json {
  const calls = callsIn(messages);
  const saved = calls.findLast(
    ({ name, result }) =>
      (name === 'save_workflow' || name === 'patch_workflow') && result !== null,
  );
  const tried = calls.findLast(({ name, result }) => name === 'try_workflow' && result !== null);
  return {
    text: value,
    draft: saved === undefined ? null : draftOf(saved),
    tried: tried?.result ?? null,
  };
}

function draftOf({ given, result }: Called): JsonObject {
  const draft = { ...result };
  // What a patch makes of a definition is in the store, and not in the call.
  const definition = ownValue(given, 'definition');
  return definition === undefined ? draft : { ...draft, definition };
}

function callsIn(messages: readonly ModelMessage[]): readonly Called[] {
  const asked = messages.flatMap(({ toolCalls = [] }) => toolCalls);
  return messages.flatMap(({ role, toolCallId, content }) => {
    const call = role === 'tool' ? asked.find(({ id }) => id === toolCallId) : undefined;
    if (call === undefined) return [];
    const given = isObject(call.arguments) ? call.arguments : {};
    return [{ name: call.name, given, result: resultIn(content) }];
  });
}

/** Results of tools are JSON, or the text of it. */
export function resultIn(content: Json): JsonObject | null {
  if (isObject(content)) return textAt(content, 'error') === undefined ? content : null;
  if (typeof content !== 'string') return null;
  try {
    // JSON.parse gives JSON.
    const parsed = JSON.parse(content) as Json;
    return isObject(parsed) ? resultIn(parsed) : null;
  } catch {
    return null;
  }
}
