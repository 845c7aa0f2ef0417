// Texts in SVG
// Nothing is measured where the picture is made, so widths are estimated from the kind of each character.

/** Inside an element or a quoted attribute. Characters that XML cannot hold are gone already (inertText). */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

/** Width in pixels of a text in a common sans serif font; rather too wide than too narrow. */
export function textWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width * fontSize;
}

/** The beginning of a text that is at most so wide, with an ellipsis when something is missing. */
export function fitText(text: string, options: { fontSize: number; widthMax: number }): string {
  if (textWidth(text, options.fontSize) <= options.widthMax) return text;
  let fitted = '';
  for (const character of text) {
    if (textWidth(`${fitted}${character}…`, options.fontSize) > options.widthMax) break;
    fitted += character;
  }
  return `${fitted.trimEnd()}…`;
}

/** In parts of the font size. */
function characterWidth(character: string): number {
  if (/[ilj.,:;'|!()[\]{}ft I]/.test(character)) return 0.36;
  if (/[mwMW@%…→]/.test(character)) return 0.95;
  if (/[A-Z]/.test(character)) return 0.72;
  if (/[ -\u024f]/.test(character)) return 0.61;
  if (/[\u2000-\u22ff]/.test(character)) return 0.62;
  return 1.05;
}
