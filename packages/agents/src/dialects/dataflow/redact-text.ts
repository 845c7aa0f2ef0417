// Removing private details from a text
// R1. Every pattern matches in time linear in the text: no repetition inside a repetition, and bounded lengths.
// R2. What looks like a card number must also pass its check digit, or every order number would be taken for one.
export type RedactionKind = 'email' | 'phone' | 'card' | 'ip';

export const redactionKinds: readonly RedactionKind[] = ['email', 'card', 'ip', 'phone'];

const redactedText = '[REDACTED]';

const email = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,253}\.\p{L}{2,24}/gu;
const card = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;
const ipVersion4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.]*\d)/g;
const ipVersion6 = /(?<![\p{L}\p{N}:])[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?![\p{L}\p{N}:])/giu;
/** With a leading plus or zero, or in North American groups: dates and order numbers have as many digits. */
const phone =
  /(?<![\p{L}\p{N}])(?:(?:\+\d|\(\d|0)(?:[ ()./-]{0,2}\d){6,14}|\d{3}[ .-]\d{3}[ .-]\d{4})(?![\p{L}\p{N}])/gu;

export function redactText(
  text: string,
  {
    kinds,
    literals,
  }: { readonly kinds: readonly RedactionKind[]; readonly literals: readonly string[] },
): string {
  let redacted = text;
  // The longest first: a short literal must not split a longer one.
  for (const literal of literals.toSorted((left, right) => right.length - left.length)) {
    redacted = withoutLiteral(redacted, literal);
  }
  for (const kind of kinds) redacted = withoutKind(redacted, kind);
  return redacted;
}

function withoutKind(text: string, kind: RedactionKind): string {
  switch (kind) {
    case 'email':
      return text.includes('@') ? text.replaceAll(email, redactedText) : text;
    case 'card':
      return text.replaceAll(card, (found) => (isCardNumber(found) ? redactedText : found));
    case 'ip':
      return text
        .replaceAll(ipVersion4, (found) => (isIpVersion4(found) ? redactedText : found))
        .replaceAll(ipVersion6, (found) => (isIpVersion6(found) ? redactedText : found));
    case 'phone':
      return text.replaceAll(phone, redactedText);
  }
}

/** Whatever its letter case; a literal is text, never a pattern. */
function withoutLiteral(text: string, literal: string): string {
  const pattern = literal.replaceAll(/[$()*+.?[\\\]^{|}/]/gu, String.raw`\$&`);
  return text.replaceAll(new RegExp(pattern, 'giu'), redactedText);
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
