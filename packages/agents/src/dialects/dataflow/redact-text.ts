// Removing private details from a text
// R1. Every pattern matches in time linear in the text: no repetition inside a repetition, and bounded lengths. An address is looked for
//     from its `@`: from its beginning, each letter of a text would be the start of a try.
// R2. What looks like a card number must also pass its check digit, or every order number would be taken for one.
export type RedactionKind = 'email' | 'phone' | 'card' | 'ip';

export const redactionKinds: readonly RedactionKind[] = ['email', 'card', 'ip', 'phone'];

const redactedText = '[REDACTED]';

/** Of an address, what is before its `@`, and from there on. */
const mailbox = /^[\p{L}\p{N}._%+-]$/u;
const mailboxMax = 64;
const mailHost = /@[\p{L}\p{N}.-]{1,253}\.\p{L}{2,24}/uy;
const card = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;
const ipVersion4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.]*\d)/g;
const ipVersion6 = /(?<![\p{L}\p{N}:])[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?![\p{L}\p{N}:])/giu;
/** With a leading plus or zero, or in North American groups: dates and order numbers have as many digits. */
const phone =
  /(?<![\p{L}\p{N}])(?:(?:\+\d|\(\d|0)(?:[ ()./-]{0,2}\d){6,14}|\d{3}[ .-]\d{3}[ .-]\d{4})(?![\p{L}\p{N}])/gu;

export interface Redaction {
  readonly kinds: readonly RedactionKind[];
  readonly literals: readonly string[];
}

/** In slices: between two of them, whoever iterates may let others go first. The last one gives the redacted text. */
export function* redactText(text: string, { kinds, literals }: Redaction): Generator<void, string> {
  let redacted = text;
  // The longest first: a short literal must not split a longer one.
  for (const literal of literals.toSorted((left, right) => right.length - left.length)) {
    if (literal !== '') redacted = yield* withoutMatches(redacted, literalRule(literal));
  }
  for (const kind of kinds) {
    if (kind === 'email') redacted = yield* withoutAddresses(redacted);
    else for (const rule of rules[kind]) redacted = yield* withoutMatches(redacted, rule);
  }
  return redacted;
}

interface Rule {
  readonly pattern: RegExp;
  readonly isPrivate: (found: string) => boolean;
  /** What it matches is never longer. */
  readonly lengthMax: number;
}

const always = () => true;

const rules: Readonly<Record<Exclude<RedactionKind, 'email'>, readonly Rule[]>> = {
  card: [{ pattern: card, isPrivate: isCardNumber, lengthMax: 40 }],
  ip: [
    { pattern: ipVersion4, isPrivate: isIpVersion4, lengthMax: 40 },
    { pattern: ipVersion6, isPrivate: isIpVersion6, lengthMax: 60 },
  ],
  phone: [{ pattern: phone, isPrivate: always, lengthMax: 60 }],
};

/** Whatever its letter case; a literal is text, never a pattern. */
function literalRule(literal: string): Rule {
  const source = literal.replaceAll(/[$()*+.?[\\\]^{|}/]/gu, String.raw`\$&`);
  return { pattern: new RegExp(source, 'giu'), isPrivate: always, lengthMax: literal.length * 2 };
}

/** Some milliseconds at most. */
const sliceLength = 16_384;
/** As many of them take about as long. */
const addressesAtOnce = 64;
/** What patterns look at before and after a match. */
const before = 2;
const after = 400;

function* withoutMatches(
  text: string,
  { pattern, isPrivate, lengthMax }: Rule,
): Generator<void, string> {
  const replace = (found: string) => (isPrivate(found) ? redactedText : found);
  if (text.length <= sliceLength) return text.replaceAll(pattern, replace);
  const parts: string[] = [];
  for (let begin = 0; begin < text.length;) {
    const from = Math.max(0, begin - before);
    const end = begin + sliceLength;
    const slice = text.slice(from, end + lengthMax + after);
    pattern.lastIndex = begin - from;
    let last = begin;
    for (let match = pattern.exec(slice); match !== null; match = pattern.exec(slice)) {
      const at = from + match.index;
      if (at >= end) break;
      const [found] = match;
      parts.push(text.slice(last, at), replace(found));
      last = at + found.length;
    }
    const next = Math.max(last, Math.min(end, text.length));
    parts.push(text.slice(last, next));
    begin = next;
    yield;
  }
  return parts.join('');
}

function* withoutAddresses(text: string): Generator<void, string> {
  const parts: string[] = [];
  let last = 0;
  let looks = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(last, at + 1))) {
    looks += 1;
    if (looks % addressesAtOnce === 0) yield;
    const begin = mailboxBefore(text, at, last);
    mailHost.lastIndex = at;
    if (begin === at || !mailHost.test(text)) continue;
    parts.push(text.slice(last, begin), redactedText);
    last = mailHost.lastIndex;
  }
  parts.push(text.slice(last));
  return parts.join('');
}

/** Where the mailbox that ends at this place begins; the place itself, where there is none. */
function mailboxBefore(text: string, end: number, from: number): number {
  let begin = end;
  for (let count = 0; count < mailboxMax && begin > from; count++) {
    // A letter may be two units long.
    const code = begin - 2 >= from ? (text.codePointAt(begin - 2) ?? 0) : 0;
    const length = code > 0xff_ff ? 2 : 1;
    if (!mailbox.test(text.slice(begin - length, begin))) break;
    begin -= length;
  }
  return begin;
}

/** The check digit of Luhn. */
function isCardNumber(found: string): boolean {
  const digits = found.replaceAll(/\D/g, '').split('').reverse().map(Number);
  let sum = 0;
  for (const [place, digit] of digits.entries()) {
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function isIpVersion4(found: string): boolean {
  return found.split('.').every((part) => Number(part) <= 255);
}

/** Times like 12:30:45 have two colons as well: all eight parts are needed, or the short form with `::`. */
function isIpVersion6(found: string): boolean {
  const parts = found.split(':');
  return found.includes('::') ? parts.some((part) => part !== '') : parts.length === 8;
}
