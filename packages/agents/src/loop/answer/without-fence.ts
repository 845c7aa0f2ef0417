/** Models wrap JSON into a Markdown fence although they are asked not to. */
export function withoutFence(text: string): string {
  const trimmed = text.trim();
  const firstLineEnd = trimmed.indexOf('\n');
  if (firstLineEnd === -1 || !trimmed.endsWith('```')) return trimmed;
  const opening = trimmed.slice(0, firstLineEnd).trim().toLowerCase();
  if (opening !== '```json' && opening !== '```') return trimmed;
  return trimmed.slice(firstLineEnd + 1, -3);
}
