const LENGTH_MAX = 80;

/** An id or name for a message. Ids may have any length; a message stays readable. */
export function quoted(text: string): string {
  return text.length <= LENGTH_MAX ? `"${text}"` : `"${text.slice(0, LENGTH_MAX)}…"`;
}

/** Several of them, the rest as a number. */
export function quotedList(texts: readonly string[], max = 30): string {
  const shown = texts.slice(0, max).map(quoted).join(', ');
  return texts.length <= max ? shown : `${shown} and ${texts.length - max} more`;
}
