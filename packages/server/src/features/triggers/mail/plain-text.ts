const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const breaks = /^\/?(?:p|div|br|tr|li|h[1-6]|table|ul|ol|blockquote|hr)\b/i;

/** The text of an HTML mail, in one pass: tags are left out, blocks are lines. */
export function plainText(html: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const end = open === -1 ? html.length : open;
    parts.push(html.slice(at, end).replaceAll(/\s+/g, ' '));
    if (open === -1) break;
    const tag = html.slice(open + 1, open + 20);
    const hidden = /^(script|style|head|title)\b/i.exec(tag)?.[1];
    const closing = hidden === undefined ? '>' : `</${hidden.toLowerCase()}`;
    const close = endOf(html, closing, open);
    if (breaks.test(tag)) parts.push('\n');
    at = close;
  }
  return decoded(parts.join(''))
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .join('\n');
}

/** Behind the tag that ends what begins here; what never ends takes the rest. */
function endOf(html: string, closing: string, from: number): number {
  if (closing === '>') return after(html, '>', from);
  for (let at = html.indexOf('</', from); at !== -1; at = html.indexOf('</', at + 2)) {
    if (html.slice(at, at + closing.length).toLowerCase() === closing) return after(html, '>', at);
  }
  return html.length;
}

function after(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from);
  return found === -1 ? html.length : found + text.length;
}

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
    (all, ten, hex, name) => {
      const code = ten === undefined ? Number.parseInt(hex, 16) : Number(ten);
      if (name !== undefined) return entities[String(name).toLowerCase()] ?? all;
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
    },
  );
}
