// The outbox of a configuration
// Who is told of runs, and how they are reached. Passwords and signing secrets are read when a message is sent.
import { failureIn, guardedFetch, isBoundTo } from '@skein/agents';
import { EngineError, type EngineStore, type Outbox, type SecretSource } from '@skein/ports';
import type { OutboxOptions, SmtpDestination, WebhookDestination } from '@skein/server';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import type { OutboxConfig, SmtpConfig, WebhookConfig } from '../config/skein-config.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { configuredGuard } from './compose-tools.ts';
import { hostSecrets, isThisMachine } from './host-secrets.ts';

type HostOptions = Pick<CreateEngineOptions, 'config' | 'folder' | 'environment' | 'http'>;

export interface ComposedOutbox<S> {
  /** Tells the delivery of new messages. */
  readonly store: S;
  /** Undefined: nobody is told of anything. */
  readonly outbox: Outbox | undefined;
  readonly delivery: OutboxOptions | undefined;
}

/** Others may write messages too, and where the database passes no signals on, one has to look. */
const lookEveryMs = 5000;
const usualKinds = ['wait.opened', 'wait.closed', 'run.finished', 'run.failed'];

export async function composeOutbox<S extends EngineStore>(
  options: HostOptions,
  store: S,
  stored?: SecretSource,
): Promise<ComposedOutbox<S>> {
  const config = options.config?.server?.outbox;
  // A store of one's own may have no place for messages.
  if (config === undefined || !('outbox' in store)) {
    return { store, outbox: undefined, delivery: undefined };
  }
  checkSmtp(config.smtp);
  const { watchOutbox } = await import('@skein/server');
  const watched = watchOutbox(store);
  const isDeaf = 'isShared' in store && store.isShared === true && store.signals === undefined;
  const delivery = {
    ...destinationsOf(config, options, hostSecrets(options, stored)),
    listen: watched.listen,
    backstopMs: isDeaf ? lookEveryMs : undefined,
  };
  return {
    store: watched.store,
    outbox: subscriptions(config),
    delivery: withoutUndefined(delivery),
  };
}

function subscriptions({ webhooks = {} }: OutboxConfig): Outbox {
  const named = Object.entries(webhooks);
  return {
    subscribers: (kind) =>
      named
        .filter(
          ([, { events = [] }]) =>
            events.includes(kind) || (events.includes('*') && usualKinds.includes(kind)),
        )
        .map(([name]) => `webhook:${name}`),
  };
}

function destinationsOf(
  { webhooks = {}, smtp }: OutboxConfig,
  options: HostOptions,
  secrets: SecretSource,
): Pick<OutboxOptions, 'webhooks' | 'smtp' | 'post'> {
  const guard = configuredGuard(options);
  const allow = [...(options.http?.allow ?? []), ...(guard?.allow ?? [])];
  const fetch = guardedFetch({ ...options.http, ...guard, allow });
  const hooks = Object.entries(webhooks).map(
    ([name, config]) => [name, webhookOf(config, secrets)] as const,
  );
  const mail = smtp === undefined ? undefined : smtpOf(smtp, secrets);
  return {
    webhooks: new Map(hooks),
    post: (call) => fetch({ ...call, method: 'POST', cuts: true }).catch(withoutAddress),
    ...withoutUndefined({ smtp: mail }),
  };
}

/** Users see why their messages failed; where the operator's receivers are is not theirs to know. */
function withoutAddress(error: unknown): never {
  const code = failureIn(error)?.code;
  if (code === undefined) throw error;
  const message =
    code === 'HTTP_REFUSED'
      ? 'The server may not reach this receiver: it is not on the open internet, and http.allow does not name it.'
      : 'The receiver could not be reached.';
  throw new Error(message, { cause: error });
}

function webhookOf(
  { url, format, secretEnv }: WebhookConfig,
  secrets: SecretSource,
): WebhookDestination {
  const secret =
    secretEnv === undefined ? undefined : reader(secrets, secretEnv, new URL(url).hostname);
  return { url, ...withoutUndefined({ format, secret }) };
}

function smtpOf({ passwordEnv, ...smtp }: SmtpConfig, secrets: SecretSource): SmtpDestination {
  const password = passwordEnv === undefined ? undefined : reader(secrets, passwordEnv, smtp.host);
  return { ...smtp, ...withoutUndefined({ password }) };
}

function reader(secrets: SecretSource, name: string, host: string): () => Promise<string> {
  return async () => {
    const secret = await secrets.find(name);
    if (secret === undefined) throw new Error(`There is no variable and no secret ${name}.`);
    if (!isBoundTo(secret, host)) throw new Error(`The secret ${name} is bound to other hosts.`);
    return secret.value;
  };
}

function checkSmtp(smtp: SmtpConfig | undefined): void {
  if (smtp === undefined) return;
  const { tls, host, user, passwordEnv } = smtp;
  const problems: string[] = [];
  if (tls === false && !isThisMachine(host)) {
    problems.push(`/server/outbox/smtp/tls must be true or "starttls": ${host} is another machine`);
  }
  if ((user === undefined) !== (passwordEnv === undefined)) {
    problems.push('/server/outbox/smtp needs both user and passwordEnv, or neither');
  }
  if (problems.length > 0)
    throw new EngineError('CONFIG_INVALID', { file: 'its outbox', problems });
}
