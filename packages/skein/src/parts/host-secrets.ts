import process from 'node:process';
import { configuredSecrets, isBoundTo, joinSecrets } from '@skein/agents';
import type { SecretSource } from '@skein/ports';
import type { CreateEngineOptions } from '../config/engine-options.ts';

export type SecretHost = Pick<CreateEngineOptions, 'config' | 'folder' | 'environment'>;

/** Secrets of the environment, of the file of secrets, and in the store. None is read before it is asked for. */
export function hostSecrets(
  { config = {}, folder = process.cwd(), environment = process.env }: SecretHost,
  stored?: SecretSource,
): SecretSource {
  const { all } = configuredSecrets(config.secrets ?? {}, { folder, environment });
  return stored === undefined ? all : joinSecrets([all, stored]);
}

/** One that the configuration names, for this host; throws when there is none. */
export async function readSecret(
  secrets: SecretSource,
  name: string,
  host: string,
): Promise<string> {
  const secret = await secrets.find(name);
  if (secret === undefined) throw new Error(`There is no variable and no secret ${name}.`);
  if (!isBoundTo(secret, host)) throw new Error(`The secret ${name} is bound to other hosts.`);
  return secret.value;
}

/** A secret in plain text goes to this machine and nowhere else. */
export function isThisMachine(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host);
}
