// Inert texts
// Ids, names and values come from files that someone else wrote, and end up in terminals, pictures and messages. Here they are
// neutralized, so that they can only be read there.

/** Terminal commands (C0, C1), characters that turn the reading direction or take no room, and halves of pairs. */
const active =
  // oxlint-disable-next-line no-control-regex -- these are the characters to be found
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]|\p{Cs}/gu;

/** Escapes invisible and control characters as `\u001b` and the like. */
export function inertText(text: string): string {
  return text.replaceAll(active, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}

/** An id in running text: as it is when it is a plain word, else in quotes. */
export function plainWord(id: string): string {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.:@/+-]*$/u.test(id) ? id : quoted(id);
}

export function quoted(text: string): string {
  return inertText(JSON.stringify(text));
}

/** Cut to `lengthMax` characters, the last of which then is an ellipsis. */
export function shorten(text: string, lengthMax: number): string {
  // No character is longer than two units, so a text this short needs no counting.
  if (text.length <= lengthMax) return text;
  const characters = Array.from(text.slice(0, 2 * lengthMax + 2));
  return characters.length <= lengthMax ? text : `${characters.slice(0, lengthMax - 1).join('')}…`;
}

/** A text on one line. */
export function oneLine(text: string): string {
  return inertText(text.replaceAll(/\s+/gu, ' ').trim());
}
