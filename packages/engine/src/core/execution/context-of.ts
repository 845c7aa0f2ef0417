import { messagesOf, type JsonObject, type RunState } from '@skein/kernel';

/** A conversation of a run, as functions see it. */
export function contextOf(
  { contexts }: RunState,
  id: string,
): { id: string; messages: readonly JsonObject[]; settings: JsonObject } {
  const context = contexts.get(id);
  return { id, messages: messagesOf(context).slice(), settings: context?.settings ?? {} };
}
