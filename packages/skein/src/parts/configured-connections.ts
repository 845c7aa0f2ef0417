// Connections of the configuration
// The same settings as over REST, except that the secret of a client is named: it is read when it is used, and may be sealed in the store.
import { EngineError, type SecretSource } from '@skein/ports';
import type { ConfiguredConnections, settingsFault } from '@skein/server';
import type { ConnectionConfig } from '../config/skein-config.ts';
import { hostSecrets, readSecret, type SecretHost } from './host-secrets.ts';

/** Throws what is wrong with them. */
export function configuredConnections(
  options: SecretHost,
  faultOf: typeof settingsFault,
  stored?: SecretSource,
): ConfiguredConnections {
  const given = Object.entries(options.config?.connections ?? {});
  const problems = given.flatMap(([name, settings]) => {
    const fault = faultOf(settings);
    return fault === null ? [] : [`/connections/${name} cannot be used: ${fault}`];
  });
  if (problems.length > 0)
    throw new EngineError('CONFIG_INVALID', { file: 'its connections', problems });
  return new Map(
    given.map(([name, { clientSecretEnv, ...settings }]) => {
      if (clientSecretEnv === undefined) return [name, settings] as const;
      const clientSecret = (host: string) =>
        secretOf(hostSecrets(options, stored), { name, clientSecretEnv, host });
      return [name, { ...settings, clientSecret }] as const;
    }),
  );
}

async function secretOf(
  secrets: SecretSource,
  about: Required<Pick<ConnectionConfig, 'clientSecretEnv'>> & {
    readonly name: string;
    readonly host: string;
  },
): Promise<string> {
  const { name, clientSecretEnv, host } = about;
  try {
    return await readSecret(secrets, clientSecretEnv, host);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\.$/u, '') : String(error);
    const problems = [`/connections/${name}/clientSecretEnv: ${why}`];
    throw new EngineError('CONFIG_INVALID', { file: 'its connections', problems });
  }
}
