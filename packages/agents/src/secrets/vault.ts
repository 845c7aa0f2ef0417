// The vault
// The one place where `${NAME}` in a configuration becomes the value of a secret, and where secret values are redacted from texts
// before anyone reads them.
//
// V1. A secret goes only to the places that it is bound to.
// V2. The vault remembers every value that it has given out: `redact` removes it from texts, as it is and as headers, addresses
//     and JSON encode it.
import type { Json } from '@skein/kernel';
import type { SecretSource } from '@skein/ports';
import { failureError } from '../failure-error.ts';
import { isBoundTo } from './is-bound-to.ts';

export interface Vault {
  /** The text with the secrets that it names; `target` is where it goes: a host, a host with a port, or `mcp:<server>`. */
  readonly fill: (
    text: string,
    target: string,
    write?: (value: string) => string,
  ) => Promise<string>;
  readonly redact: (text: string) => string;
  /** The same for all texts of a value, keys included. */
  readonly redactJson: (value: Json) => Json;
}

/** `${NAME}`; `$${NAME}` stays text. */
const reference = /\$?\$\{([A-Za-z_][A-Za-z0-9_.-]{0,127})\}/g;

export function namesSecret(text: string): boolean {
  return [...text.matchAll(reference)].some(([written]) => !written.startsWith('$$'));
}

export function createVault(source: SecretSource): Vault {
  /** What to look for, longest first, and the name that replaces it. */
  let known: readonly (readonly [form: string, name: string])[] = [];
  const remember = (name: string, value: string) => {
    const added = formsOf(value).map((form) => [form, name] as const);
    const all = new Map([...known, ...added]);
    known = [...all].toSorted(([one], [other]) => other.length - one.length);
  };
  const take = async (name: string, target: string): Promise<string> => {
    const secret = await source.find(name);
    if (secret === undefined) throw missing(name);
    if (!isBoundTo(secret, target)) throw elsewhere(name, target);
    remember(name, secret.value);
    return secret.value;
  };
  const redact = (text: string): string => {
    let clean = text;
    for (const [form, name] of known) clean = clean.replaceAll(form, () => `[secret ${name}]`);
    return clean;
  };
  return {
    fill: async (text, target, write = (value) => value) => {
      const values = new Map<string, string>();
      for (const [written, name = ''] of text.matchAll(reference)) {
        if (!written.startsWith('$$')) values.set(name, write(await take(name, target)));
      }
      return text.replaceAll(reference, (written: string, name: string) =>
        written.startsWith('$$') ? written.slice(1) : (values.get(name) ?? written),
      );
    },
    redact,
    redactJson: (value) => {
      if (known.length === 0) return value;
      const text = JSON.stringify(value);
      const clean = redact(text);
      return clean === text ? value : asJson(clean);
    },
  };
}

/** Names of secrets need no escaping, so it stays JSON, unless a secret looks like the JSON around it. */
function asJson(text: string): Json {
  try {
    // JSON.parse gives JSON.
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

// Shorter ones would match ordinary words; a key of six letters protects nothing.
const lengthMin = 6;

function formsOf(value: string): readonly string[] {
  const encoded = [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    Buffer.from(value).toString('base64'),
    Buffer.from(value).toString('base64url'),
  ];
  return encoded.filter((form) => form.length >= lengthMin);
}

function missing(name: string): Error {
  return failureError({
    code: 'SECRET_REFUSED',
    message: `There is no secret "${name}".`,
    retry: 'never',
    data: { name, hint: `Set the environment variable ${name}, or put it into the secret store.` },
  });
}

function elsewhere(name: string, target: string): Error {
  return failureError({
    code: 'SECRET_REFUSED',
    message: `The secret "${name}" is not meant for ${target}.`,
    retry: 'never',
    data: { name, target, hint: 'Add the host to the "hosts" of the secret, if it may go there.' },
  });
}
