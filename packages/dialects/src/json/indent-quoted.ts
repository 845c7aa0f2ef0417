// Quoted texts over several lines
// Some writers of YAML continue a quoted text at any indent, and some readers take it; the standard wants it deeper than its key.
// The indent of such a line is no part of the text, so that it can be added.

const opening = /^(\s*(?:- +)*)(?:[^\s'"#&*!|>{[][^'"#]*?:\s+|['"][^'"]*['"]\s*:\s+)?(['"])/;
const blockStart = /(?:^|[\s:-])[|>][+-]?\d?[+-]?\s*$/;

/** The text with the continued lines of quoted texts indented. */
export function indentQuoted(text: string): string {
  const lines = text.split('\n');
  const made: string[] = [];
  let block = -1;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const indent = line.length - line.trimStart().length;
    if (block !== -1 && (line.trim() === '' || indent > block)) {
      made.push(line);
      continue;
    }
    block = blockStart.test(line) ? indent : -1;
    made.push(line);
    const found = block === -1 ? opening.exec(line) : null;
    if (found === null) continue;
    const quote = found[2] ?? "'";
    let isOpen = staysOpen(line.slice(found[0].length), quote);
    const wanted = ' '.repeat((found[1] ?? '').length + 2);
    while (isOpen && at + 1 < lines.length) {
      at += 1;
      const next = lines[at] ?? '';
      made.push(next.trim() === '' ? next : wanted + next.trimStart());
      isOpen = staysOpen(next, quote);
    }
  }
  return made.join('\n');
}

/** Whether a quoted text goes on behind this part of it. */
function staysOpen(part: string, quote: string): boolean {
  for (let at = 0; at < part.length; at += 1) {
    const character = part[at];
    if (quote === '"' && character === '\\') at += 1;
    else if (character === quote) {
      if (quote === "'" && part[at + 1] === "'") at += 1;
      else return false;
    }
  }
  return true;
}
