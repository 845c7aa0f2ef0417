// The words of a command line
// As a shell would split them: that of Linux and macOS, or the command prompt of Windows, which browsers also copy requests for.

export function shellWords(command: string): readonly string[] {
  return isForPrompt(command) ? promptWords(withoutCarets(command)) : bashWords(command);
}

/** A caret before a quote or at the end of a line means nothing in other shells. */
function isForPrompt(command: string): boolean {
  return /\^(?:"|\s*\r?\n)/.test(command);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };
/** What a backslash changes between double quotes. */
const special = /["\\$`]/;

function bashWords(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let i = 0;
  const quoted = (end: '"' | "'", escaping: 'none' | 'some' | 'all'): string => {
    let text = '';
    for (; i < command.length && command[i] !== end; i++) {
      const char = command[i] ?? '';
      const next = command[i + 1] ?? '';
      if (char !== '\\' || escaping === 'none') text += char;
      else if (escaping === 'all') [text, i] = [text + ansiEscape(command, i), ansiEnd(command, i)];
      else if (next === '\n') i += 1;
      else if (special.test(next)) [text, i] = [text + next, i + 1];
      else text += char;
    }
    i += 1;
    return text;
  };
  while (i < command.length) {
    const char = command[i] ?? '';
    i += 1;
    if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (char === "'") word = (word ?? '') + quoted("'", 'none');
    else if (char === '"') word = (word ?? '') + quoted('"', 'some');
    else if (char === '$' && command[i] === "'") {
      i += 1;
      word = (word ?? '') + quoted("'", 'all');
    } else if (char === '\\') {
      // A line that goes on.
      const isLineEnd = /^\r?\n/.exec(command.slice(i, i + 2));
      if (isLineEnd === null) word = (word ?? '') + (command[i] ?? '');
      i += isLineEnd === null ? 1 : isLineEnd[0].length;
    } else word = (word ?? '') + char;
  }
  return word === null ? words : [...words, word];
}

/** Of `$'…'`: the character that the escape at this place means. */
function ansiEscape(text: string, at: number): string {
  const code = hexAt(text, at);
  if (code !== null) return String.fromCodePoint(Number.parseInt(code, 16));
  const char = text[at + 1] ?? '';
  return escapes[char] ?? char;
}

function ansiEnd(text: string, at: number): number {
  const code = hexAt(text, at);
  return at + (code === null ? 1 : 1 + code.length);
}

function hexAt(text: string, at: number): string | null {
  return (
    /^\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4}))/i
      .exec(text.slice(at, at + 6))
      ?.slice(1)
      .find(Boolean) ?? null
  );
}

/** Outside of quotes a caret makes the next character an ordinary one, and joins lines. */
function withoutCarets(command: string): string {
  let text = '';
  let isQuoted = false;
  for (let i = 0; i < command.length; i++) {
    const char = command[i] ?? '';
    if (char === '"') isQuoted = !isQuoted;
    if (char !== '^' || isQuoted) {
      text += char;
      continue;
    }
    i += 1;
    if (command[i] === '\r') i += 1;
    if (command[i] === '\n') i += 1;
    text += command[i] ?? '';
  }
  return text;
}

/** As programs of Windows split what they are given: a quote inside quotes is written `\"` or `""`. */
function promptWords(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let isQuoted = false;
  for (let i = 0; i < command.length; i++) {
    const char = command[i] ?? '';
    const next = command[i + 1];
    if (char === '\\' && (next === '"' || next === '\\')) {
      word = (word ?? '') + next;
      i += 1;
    } else if (char === '"' && isQuoted && next === '"') {
      word = (word ?? '') + char;
      i += 1;
    } else if (char === '"') {
      isQuoted = !isQuoted;
      word ??= '';
    } else if (/\s/.test(char) && !isQuoted) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + char;
  }
  return word === null ? words : [...words, word];
}
