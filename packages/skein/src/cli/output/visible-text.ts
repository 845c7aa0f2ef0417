/** Commands to the terminal (C0 but tab and line feed, C1), characters that turn the reading direction, half pairs. */
const active =
  // oxlint-disable-next-line no-control-regex -- these are the characters to be found
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Cs}/gu;

/** Text of a definition or a model, without the power to do anything in a terminal but be read. */
export function visibleText(text: string): string {
  return text.replaceAll(active, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}

/** The same on one line, cut to `lengthMax` characters. */
export function visibleLine(text: string, lengthMax = Infinity): string {
  // Longer texts are cut before they are looked at: a value may have megabytes.
  const start = text.length > 4 * lengthMax ? text.slice(0, 4 * lengthMax) : text;
  const line = visibleText(start.replaceAll(/\s+/gu, ' ').trim());
  const characters = Array.from(line);
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax - 1).join('')}…` : line;
}
