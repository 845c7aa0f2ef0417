// The forms of a secret
// Headers, addresses, JSON and logs encode what they hold, and an echo of a request may have it in any letter case. Base64 of a
// text that has the secret somewhere inside depends on what is before it: each of the three alignments has characters that
// depend on the secret alone.

// Shorter ones would match ordinary words; a key of six letters protects nothing.
const lengthMin = 6;

/** What to look for in a text, whatever its letter case. */
export function secretForms(value: string): readonly string[] {
  if (value.length < lengthMin) return [];
  const bytes = Buffer.from(value);
  const encoded = (['base64', 'base64url'] as const).flatMap((encoding) => [
    bytes.toString(encoding),
    ...[0, 1, 2].map((before) => alignedAt(bytes, before, encoding)),
  ]);
  const forms = [
    value,
    encodeURIComponent(value),
    new URLSearchParams({ '': value }).toString().slice(1),
    JSON.stringify(value).slice(1, -1),
    ...encoded,
  ];
  return [...new Set(forms.filter((form) => form.length >= lengthMin))];
}

/** The characters of the encoded text that no byte before or after it changes. */
function alignedAt(bytes: Buffer, before: number, encoding: 'base64' | 'base64url'): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString(encoding);
  const bits = (before + bytes.length) * 8;
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
}

/** Finds any of these texts, in any letter case, the longest first; null when there are none. */
export function anyForm(forms: readonly string[]): RegExp | null {
  if (forms.length === 0) return null;
  const sorted = forms.toSorted((one, other) => other.length - one.length);
  const escaped = sorted.map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(escaped.join('|'), 'gi');
}
