// The secrets of runs
// Which secrets the nodes of a workflow may name. Each goes only to the hosts that it is bound to.
// R1. Where users are kept apart, a user's runs have the user's own secrets: the host's are for the tools that the host has set up, with
//     their limits and approvals, which a workflow of any user could go around.
// R2. Runs of nobody, and those of an engine whose users trust each other, have the host's.
import { joinSecrets } from '@skein/agents';
import type { SecretSource } from '@skein/ports';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import { hostSecrets, type SecretHost } from './host-secrets.ts';

export type SecretsFor = (user: string | undefined) => SecretSource;

export const noSecrets: SecretSource = { find: () => undefined };

export function runSecrets(
  options: SecretHost &
    Pick<CreateEngineOptions, 'isolatesUsers'> & {
      readonly secretsOf?: ((user: string) => SecretSource) | undefined;
    },
  stored: SecretSource | undefined,
): SecretsFor {
  const { isolatesUsers = false, secretsOf = () => noSecrets } = options;
  const host = hostSecrets(options, stored);
  return (user = '') => {
    if (user === '') return host;
    const own = secretsOf(user);
    return isolatesUsers ? own : joinSecrets([own, host]);
  };
}
