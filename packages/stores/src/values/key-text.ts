// Key text
// Ids as columns and properties. Some databases cannot store a NUL or half of a surrogate pair in a text, so ids with
// one are escaped; ids without one, which is nearly all, are unchanged. Two ids never map to the same text.
// JSON text needs none of this: `JSON.stringify` escapes both.
const special = /[\0\\]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** How many characters one character becomes at most. */
export const escapedMax = 6;

export function toKey(id: string): string {
  // A search with the pattern took three times as long as these, and an append has a dozen keys.
  const isPlain = id.isWellFormed() && !id.includes('\\') && !id.includes('\0');
  return isPlain ? id : id.replace(special, escape);
}

export function fromKey(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\u([0-9a-f]{4})|\\\\/g, (_, code: string | undefined) =>
    code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function escape(character: string): string {
  if (character === '\\') return '\\\\';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
