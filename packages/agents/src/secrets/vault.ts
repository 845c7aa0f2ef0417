// The vault
// The one place where `${NAME}` in a configuration becomes the value of a secret, and where secret values are redacted from texts
// before anyone reads them.
//
// V1. A secret goes only to the places that it is bound to. One that is bound to none goes where the host's own configuration names
//     it, and never where a workflow does: its author could send it anywhere.
// V2. The vault remembers every value that it has given out: `redact` removes it from texts, as it is and as headers, addresses
//     and JSON encode it, in any letter case.
// V3. The token of a connection is that of the user whose run asks, and goes to the hosts of the connection alone.
import type { Json } from '@skein/kernel';
import type { ConnectionSource, SecretSource } from '@skein/ports';
import { signInNeeded } from '../connections/sign-in-needed.ts';
import { failureError } from '../failure-error.ts';
import { anyForm, secretForms } from './secret-forms.ts';
import { isBoundTo } from './is-bound-to.ts';

export interface Vault {
  /** The text with the secrets that it names; `target` is where it goes: a host, a host with a port, or `mcp:<server>`. */
  readonly fill: (
    text: string,
    target: string,
    write?: (value: string) => string,
  ) => Promise<string>;
  /** The value of a secret that a workflow names: only for a place that the secret is bound to. */
  readonly take: (name: string, target: string) => Promise<string>;
  /** The token of a user for a connection that a workflow or a tool names; `refused` is one that the service did not take. */
  readonly token: (connection: string, about: TokenUse) => Promise<string>;
  readonly redact: (text: string) => string;
  /** The same for all texts of a value, keys included. */
  readonly redactJson: (value: Json) => Json;
}

export interface TokenUse {
  readonly user: string | undefined;
  /** Where it goes: a host, or a host with a port. */
  readonly target: string;
  readonly refused?: string | undefined;
  /** Scopes that the service wants beyond those of that token. */
  readonly wanted?: string | undefined;
}

/** `${NAME}`; `$${NAME}` stays text. */
const reference = /\$?\$\{([A-Za-z_][A-Za-z0-9_.-]{0,127})\}/g;

export function namesSecret(text: string): boolean {
  return [...text.matchAll(reference)].some(([written]) => !written.startsWith('$$'));
}

export function createVault(source: SecretSource, connections?: ConnectionSource): Vault {
  /** What to look for, in small letters, and the name that replaces it. */
  const known = new Map<string, string>();
  let pattern: RegExp | null = null;
  const remember = (name: string, value: string) => {
    const size = known.size;
    for (const form of secretForms(value)) known.set(form.toLowerCase(), name);
    if (known.size !== size) pattern = anyForm([...known.keys()]);
  };
  const find = async (name: string, target: string, mustBeBound: boolean): Promise<string> => {
    const secret = await source.find(name);
    if (secret === undefined) throw missing(name);
    if (mustBeBound && secret.hosts === undefined) throw unbound(name, target);
    if (!isBoundTo(secret, target)) throw elsewhere(name, target);
    remember(name, secret.value);
    return secret.value;
  };
  const token = async (connection: string, { target, ...about }: TokenUse): Promise<string> => {
    const unknown = { state: 'unknown', known: [] } as const;
    const access = (await connections?.access(connection, about).catch(failed)) ?? unknown;
    if (access.state === 'unknown') throw noConnection(connection, access.known);
    if (access.state === 'sign-in') throw signInNeeded({ connection, ...access });
    const { token: value, hosts } = access;
    if (!isBoundTo({ value, hosts }, target)) throw otherHost(connection, target, hosts);
    remember(connection, value);
    return value;
  };
  const redact = (text: string): string => {
    if (pattern === null) return text;
    return text.replaceAll(
      pattern,
      (found) => `[secret ${known.get(found.toLowerCase()) ?? 'unnamed'}]`,
    );
  };
  return {
    fill: async (text, target, write = (value) => value) => {
      const values = new Map<string, string>();
      for (const [written, name = ''] of text.matchAll(reference)) {
        if (!written.startsWith('$$')) values.set(name, write(await find(name, target, false)));
      }
      return text.replaceAll(reference, (written: string, name: string) =>
        written.startsWith('$$') ? written.slice(1) : (values.get(name) ?? written),
      );
    },
    take: (name, target) => find(name, target, true),
    token,
    redact,
    redactJson: (value) => {
      if (known.size === 0) return value;
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

function missing(name: string): Error {
  return failureError({
    code: 'SECRET_REFUSED',
    message: `There is no secret "${name}".`,
    retry: 'never',
    data: { name, hint: `Set the environment variable ${name}, or put it into the secret store.` },
  });
}

/** A service that cannot be asked for another token may answer later: nothing was sent yet. */
function failed(error: unknown): never {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'CONNECTION_FAILED')
    throw error;
  throw failureError({ code: 'CONNECTION_FAILED', message: error.message, retry: 'later' }, error);
}

function noConnection(connection: string, known: readonly string[]): Error {
  return failureError({
    code: 'CONNECTION_REFUSED',
    message: `There is no connection "${connection}". Known: ${known.join(', ') || 'none'}.`,
    retry: 'never',
    data: {
      connection,
      hint: 'The operator sets connections up: `skein connections set`, or the settings of the studio.',
    },
  });
}

function otherHost(connection: string, target: string, hosts: readonly string[]): Error {
  return failureError({
    code: 'CONNECTION_REFUSED',
    message: `The connection "${connection}" is not meant for ${target}, but for ${hosts.join(', ') || 'no host'}.`,
    retry: 'never',
    data: {
      connection,
      target,
      hint: 'Add the host to the "hosts" of the connection, if its tokens may go there.',
    },
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

function unbound(name: string, target: string): Error {
  return failureError({
    code: 'SECRET_REFUSED',
    message: `The secret "${name}" is bound to no hosts, so that workflows cannot send it anywhere.`,
    retry: 'never',
    data: { name, target, hint: `Set "hosts" of the secret to the hosts it is for: "${target}".` },
  });
}
