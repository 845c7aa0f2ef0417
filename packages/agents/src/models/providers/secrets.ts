// Secrets of a provider: its key and its headers. Providers repeat them in messages of errors, sometimes encoded.
import { anyForm, secretForms } from '../../secrets/secret-forms.ts';

export type Redact = (text: string) => string;

/** Removes the secrets from a text. */
export function redactor(secrets: readonly (string | undefined)[]): Redact {
  const forms = secrets.flatMap((secret) => (secret === undefined ? [] : secretForms(secret)));
  const pattern = anyForm(forms);
  return (text) => (pattern === null ? text : text.replaceAll(pattern, () => '[secret]'));
}
