import { equalJson, isObject, textOf, type ContextChange, type Json } from '@skein/kernel';

/**
 * What a changed result adds to its conversation: the reply is the changed one, and all else stays. Without its question or its
 * reply, later model calls would be told of a conversation that nobody had.
 */
export function changedContext(
  context: ContextChange,
  { was, is }: { readonly was: Json; readonly is: Json },
): ContextChange {
  const { append = [] } = context;
  const place = append.findLastIndex(({ role }) => role === 'assistant');
  const reply = append[place];
  if (reply === undefined || !saysValue(reply.content, was)) return context;
  return { ...context, append: append.with(place, { ...reply, content: textOf(is) }) };
}

/** As text, or as the JSON that a schema asked for, with or without a fence. */
function saysValue(content: Json, value: Json): boolean {
  if (typeof content !== 'string') return false;
  return content === textOf(value) || (isObject(value) && equalJson(parsed(content), value));
}

function parsed(text: string): Json {
  try {
    // What was parsed is JSON.
    return JSON.parse(text.replaceAll(/^\s*```\w*|```\s*$/g, '')) as Json;
  } catch {
    return text;
  }
}
