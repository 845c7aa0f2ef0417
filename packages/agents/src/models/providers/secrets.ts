// Secrets of a provider: its key and its headers. Providers repeat them in messages of errors, sometimes shortened.
const lengthMin = 6;

export type Redact = (text: string) => string;

/** Removes the secrets from a text. */
export function redactor(secrets: readonly (string | undefined)[]): Redact {
  const known = secrets
    .filter((secret): secret is string => secret !== undefined && secret.length >= lengthMin)
    .toSorted((left, right) => right.length - left.length);
  return (text) => {
    let redacted = text;
    for (const secret of known) {
      for (const form of [secret, encodeURIComponent(secret)]) {
        redacted = redacted.replaceAll(form, () => '[secret]');
      }
    }
    return redacted;
  };
}
