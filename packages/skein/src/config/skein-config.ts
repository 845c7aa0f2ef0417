// The configuration of a host: skein.config.json and what the environment says instead. Its form is in
// skein.config.schema.json, which ships with the package.
import type {
  BroughtLimits,
  CallLimits,
  CodeCeilings,
  ModelPrice,
  ProviderSettings,
} from '@skein/agents';
import type { EngineOptions } from '@skein/engine';
import type { JsonObject } from '@skein/kernel';
import type {
  ConnectionSettings,
  MailSource,
  OidcOptions,
  ServerOptions,
  SmtpDestination,
  WebhookDestination,
} from '@skein/server';
import type { TelemetryConfig } from '../telemetry/telemetry-settings.ts';

export interface MailConfig extends MailSource {
  /** The variable that contains the password, or the secret of that name. */
  readonly passwordEnv: string;
}

export interface WebhookConfig extends Omit<WebhookDestination, 'secret' | 'signingSecret'> {
  /** The variable that contains the secret for signatures (`whsec_…`), or the secret of that name. */
  readonly secretEnv?: string;
  /** Of a Slack app: the variable that contains its signing secret, or the secret of that name; then messages have buttons. */
  readonly signingSecretEnv?: string;
  /** What it hears of by itself; `*` is everything. Default: only of questions that name it. */
  readonly events?: readonly string[];
}

export interface SmtpConfig extends Omit<SmtpDestination, 'password'> {
  /** The variable that contains the password, or the secret of that name. */
  readonly passwordEnv?: string;
}

export interface OutboxConfig {
  /** By the name that workflows use: `webhook:NAME`. */
  readonly webhooks?: { readonly [name: string]: WebhookConfig };
  /** Sends mails to `mail:ADDRESS`. */
  readonly smtp?: SmtpConfig;
}

export interface SkeinConfig {
  readonly store?: string;
  readonly providers?: { readonly [id: string]: ProviderSettings };
  readonly models?: {
    readonly default?: string;
    readonly aliases?: { readonly [alias: string]: string };
    readonly prices?: { readonly [model: string]: ModelPrice };
  };
  /** Modules that register functions, tools and node types. */
  readonly functions?: readonly string[];
  readonly limits?: {
    readonly model?: CallLimits;
    readonly engine?: EngineOptions['limits'];
    /** What nodes of type `code` may use. */
    readonly code?: CodeCeilings;
    /** Which tools definitions may bring along; default: all kinds. */
    readonly tools?: BroughtLimits;
  };
  /** What tools need; parsed where they are made. */
  readonly mcpServers?: JsonObject;
  readonly http?: JsonObject;
  readonly openapi?: JsonObject;
  readonly a2a?: JsonObject;
  readonly postgres?: JsonObject;
  readonly mail?: JsonObject;
  /** Services that people sign in to, by name. */
  readonly connections?: { readonly [name: string]: ConnectionConfig };
  readonly secrets?: JsonObject;
  /** Where `skein serve` listens, what it logs, and how it treats callers. */
  readonly server?: Pick<ServerOptions, 'origins' | 'cors' | 'rate' | 'catchUp' | 'limits'> & {
    /** Whether MCP servers may be added by a command; default: only if the server can be reached from this machine alone. */
    readonly mcpCommands?: boolean;
    readonly port?: number;
    readonly host?: string;
    readonly log?: 'text' | 'json' | 'off';
    /** In seconds. */
    readonly drain?: number;
    /** The identity provider whose tokens are accepted beside keys. */
    readonly oidc?: OidcOptions;
    /** Mailboxes whose mails start runs, by name. */
    readonly mail?: { readonly [name: string]: MailConfig };
    /** Who is told of waits and ends of runs, and how. */
    readonly outbox?: OutboxConfig;
  };
  /** Where spans and metrics go; absent: nowhere. */
  readonly telemetry?: TelemetryConfig;
}

export interface ConnectionConfig extends Omit<ConnectionSettings, 'clientSecret'> {
  /** The variable or secret with the secret of the client; absent: it is a public one. */
  readonly clientSecretEnv?: string;
}

export interface LoadedConfig {
  readonly config: SkeinConfig;
  /** Null when there is no file. */
  readonly file: string | null;
  /** Paths in the configuration begin here. */
  readonly folder: string;
}
