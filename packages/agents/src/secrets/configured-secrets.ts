import path from 'node:path';
import type { SecretSource } from '@skein/ports';
import { environmentSecrets } from './environment-secrets.ts';
import { joinSecrets } from './join-secrets.ts';
import { secretFile, type SecretFile } from './secret-file.ts';

export interface SecretsConfig {
  /** The encrypted store; default `.skein/secrets.json` beside the configuration. */
  readonly file?: string;
  /** Where secrets of the environment may go, by name. */
  readonly hosts?: Readonly<Record<string, readonly string[]>>;
}

export interface ConfiguredSecrets {
  /** The environment, then the encrypted store. */
  readonly all: SecretSource;
  readonly file: SecretFile;
}

/** The secrets of a configuration; nothing is read before one is wanted. */
export function configuredSecrets(
  { file = '.skein/secrets.json', hosts = {} }: SecretsConfig,
  {
    folder,
    environment,
  }: {
    readonly folder: string;
    readonly environment: Readonly<Record<string, string | undefined>>;
  },
): ConfiguredSecrets {
  const sealed = secretFile(path.resolve(folder, file), () =>
    Object.hasOwn(environment, 'SKEIN_SECRETS_KEY') ? environment['SKEIN_SECRETS_KEY'] : undefined,
  );
  const bound = environmentSecrets(environment, new Map(Object.entries(hosts)));
  return { all: joinSecrets([bound, sealed]), file: sealed };
}
