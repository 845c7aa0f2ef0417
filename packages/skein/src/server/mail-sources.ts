// The mailboxes of a configuration
// Their passwords are secrets: of the environment, of the file of secrets, or in the store. None is read before a mailbox is opened.
import { isBoundTo } from '@skein/agents';
import { EngineError, type SecretSource } from '@skein/ports';
import type { MailSource, NamedMailSource } from '@skein/server';
import { hostSecrets, isThisMachine, type SecretHost } from '../parts/host-secrets.ts';

export function mailSources(host: SecretHost, stored?: SecretSource): readonly NamedMailSource[] {
  const configured = Object.entries(host.config?.server?.mail ?? {});
  if (configured.length === 0) return [];
  const secrets = hostSecrets(host, stored);
  return configured.map(([name, { passwordEnv, ...source }]) => {
    checkTls(name, source);
    return {
      ...source,
      name,
      password: () => passwordOf(secrets, passwordEnv, { name, ...source }),
    };
  });
}

/** A password in plain text goes to this machine and nowhere else. */
function checkTls(name: string, { tls, host }: MailSource): void {
  if (tls !== false || isThisMachine(host)) return;
  const problem = `/server/mail/${name}/tls must be true or "starttls": ${host} is another machine`;
  throw new EngineError('CONFIG_INVALID', { file: 'its mailboxes', problems: [problem] });
}

async function passwordOf(
  secrets: SecretSource,
  variable: string,
  { name, host }: { readonly name: string; readonly host: string },
): Promise<string> {
  const secret = await secrets.find(variable);
  const refused = (reason: string) => new EngineError('MAIL_UNAVAILABLE', { name, host, reason });
  if (secret === undefined) throw refused(`there is no variable and no secret ${variable}`);
  if (!isBoundTo(secret, host)) throw refused(`the secret ${variable} is bound to other hosts`);
  return secret.value;
}
