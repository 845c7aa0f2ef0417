import type { Json } from '../json.ts';

/** A text itself, anything else as JSON in a fence. No line of JSON starts with a backtick, so the fence holds. */
export function toMarkdown(value: Json): string {
  if (typeof value === 'string') return value;
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
