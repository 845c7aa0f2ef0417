// The outbox of a configuration
// Who is told of runs, and how they are reached. Passwords and signing secrets are read when a message is sent.
import { failureIn, guardedFetch, guardedResolve } from '@skein/agents';
import {
  EngineError,
  isTimeout,
  unreachedWords,
  type EngineStore,
  type Outbox,
  type OutboxKind,
  type SecretSource,
  type ServerRecords,
} from '@skein/ports';
import type {
  OutboxOptions,
  Sealer,
  SmtpDestination,
  StoredDestinations,
  WebhookDestination,
} from '@skein/server';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import type { OutboxConfig, SmtpConfig, WebhookConfig } from '../config/skein-config.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { configuredGuard } from './known-tools.ts';
import { hostSecrets, isThisMachine, readSecret } from './host-secrets.ts';

interface HostOptions extends Pick<
  CreateEngineOptions,
  'config' | 'folder' | 'environment' | 'http' | 'clock'
> {
  /** Opens the secrets of destinations in the store. Who has none leaves messages to those to another process. */
  readonly sealer?: Sealer | undefined;
}

export interface ComposedOutbox<S> {
  /** Tells the delivery of new messages. */
  readonly store: S;
  /** Undefined: nobody is told of anything. */
  readonly outbox: Outbox | undefined;
  readonly delivery: OutboxOptions | undefined;
  readonly destinations: StoredDestinations | undefined;
  readonly close: () => void;
}

/** Others may write messages too, and where the database passes no signals on, one has to look. */
const lookEveryMs = 5000;

export async function composeOutbox<S extends EngineStore>(
  options: HostOptions,
  store: S,
  stored?: SecretSource,
): Promise<ComposedOutbox<S>> {
  const config = options.config?.server?.outbox;
  // A store of one's own may have no place for messages.
  if ((config === undefined && options.sealer === undefined) || !hasOutbox(store)) {
    return { store, outbox: undefined, delivery: undefined, destinations: undefined, close() {} };
  }
  checkSmtp(config?.smtp);
  const { hears, storedDestinations, taskFollowers, Undeliverable, watchOutbox } =
    await import('@skein/server');
  const isDeaf = store.isShared === true && store.signals === undefined;
  const lookMs = isDeaf ? lookEveryMs : undefined;
  const { clock = Date, sealer } = options;
  const destinations = storedDestinations(store, { sealer, clock, lookMs });
  await destinations.open();
  const watched = watchOutbox(store);
  const { webhooks = {} } = config ?? {};
  const configured = Object.entries(webhooks);
  const outbox: Outbox = withoutUndefined({
    // Where they want to be told is sealed.
    followers: sealer === undefined ? undefined : taskFollowers,
    subscribers: (kind: OutboxKind) => {
      const named = configured
        .filter(([, { events = [] }]) => hears(events, kind))
        .map(([name]) => `webhook:${name}`);
      return [...new Set([...named, ...destinations.subscribers(kind)])];
    },
  });
  const refused = (message: string, cause: unknown) => new Undeliverable(message, { cause });
  const delivery = {
    ...destinationsOf(config ?? {}, options, { secrets: hostSecrets(options, stored), refused }),
    stored: destinations,
    tellsTasks: sealer !== undefined,
    listen: watched.listen,
    backstopMs: lookMs,
  };
  return {
    store: watched.store,
    outbox,
    delivery: withoutUndefined(delivery),
    destinations,
    close: () => destinations.close(),
  };
}

function hasOutbox(
  store: EngineStore,
): store is EngineStore & Pick<ServerRecords, 'outbox' | 'destinations'> & { isShared?: boolean } {
  return 'outbox' in store && 'destinations' in store;
}

function destinationsOf(
  { webhooks = {}, smtp }: OutboxConfig,
  options: HostOptions,
  {
    secrets,
    refused,
  }: {
    readonly secrets: SecretSource;
    readonly refused: (message: string, cause: unknown) => Error;
  },
): Pick<OutboxOptions, 'webhooks' | 'smtp' | 'post' | 'resolve'> {
  const configured = configuredGuard(options);
  const allow = [...(options.http?.allow ?? []), ...(configured?.allow ?? [])];
  const guard = { ...options.http, ...configured, allow };
  const fetch = guardedFetch(guard);
  const resolve = guardedResolve(guard);
  const hooks = Object.entries(webhooks).map(
    ([name, config]) => [name, webhookOf(config, secrets)] as const,
  );
  const mail = smtp === undefined ? undefined : smtpOf(smtp, secrets);
  return {
    webhooks: new Map(hooks),
    post: (call) => fetch({ ...call, method: 'POST', cuts: true }).catch(withoutAddress),
    resolve: (place) =>
      resolve(place).catch((error: unknown) => {
        if (failureIn(error)?.code === 'HTTP_REFUSED') throw refused(notOpen, error);
        throw new Error(unreachedWords('the mail server', error), { cause: error });
      }),
    ...withoutUndefined({ smtp: mail }),
  };
}

const notOpen =
  'The server may not reach this receiver: it is not on the open internet, and http.allow does not name it.';

/** Users see why their messages failed; where the operator's receivers are is not theirs to know. */
function withoutAddress(error: unknown): never {
  const code = failureIn(error)?.code;
  if (code === undefined && !isTimeout(error)) throw error;
  const message = code === 'HTTP_REFUSED' ? notOpen : unreachedWords('the receiver', error);
  throw new Error(message, { cause: error });
}

function webhookOf(
  { url, format, events, secretEnv, signingSecretEnv }: WebhookConfig,
  secrets: SecretSource,
): WebhookDestination & { readonly events?: readonly string[] } {
  const secret =
    secretEnv === undefined ? undefined : reader(secrets, secretEnv, new URL(url).hostname);
  const signingSecret =
    signingSecretEnv === undefined
      ? undefined
      : reader(secrets, signingSecretEnv, new URL(url).hostname);
  return { url, ...withoutUndefined({ format, events, secret, signingSecret }) };
}

function smtpOf({ passwordEnv, ...smtp }: SmtpConfig, secrets: SecretSource): SmtpDestination {
  const password = passwordEnv === undefined ? undefined : reader(secrets, passwordEnv, smtp.host);
  return { ...smtp, ...withoutUndefined({ password }) };
}

function reader(secrets: SecretSource, name: string, host: string): () => Promise<string> {
  return () => readSecret(secrets, name, host);
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
