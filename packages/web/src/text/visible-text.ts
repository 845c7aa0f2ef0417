/** Invisible characters that change how a text looks: they could make arguments read as something else. */
const hidden =
  // oxlint-disable-next-line no-control-regex -- these are the characters to be found
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Variation_Selector}|[\u{e0000}-\u{e007f}]/gu;

/** The text with every such character escaped, so that users read what is really there. */
export function visibleText(text: string): string {
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
