import type { EffectClass } from '@skein/kernel';

/** A server as the configuration names it: a process to start, or an address. */
export type McpServerConfig = McpProcessConfig | McpUrlConfig;

export interface McpProcessConfig extends McpServerSettings {
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the few variables that every process gets; `${NAME}` is the secret of that name. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface McpUrlConfig extends McpServerSettings {
  readonly url: string;
  /** `${NAME}` is the secret of that name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The account of whoever a run belongs to, by the name of a connection: every user has a connection of their own. */
  readonly auth?: { readonly connection: string };
}

export interface McpServerSettings {
  /** By the server's own name of the tool. What is not named here is as the server says. */
  readonly tools?: Readonly<Record<string, McpToolSettings>>;
  readonly disabled?: boolean;
  /** Sends with every call where the outputs of the calling run are, and a token that reads them and nothing else. */
  readonly runToken?: boolean;
  /** For the start and the first messages; default 15 s. */
  readonly startTimeoutMs?: number;
  /** For one call, counted from the last sign of progress; default 60 s. */
  readonly timeoutMs?: number;
}

export interface McpToolSettings {
  readonly enabled?: boolean;
  readonly approve?: boolean;
  /** Who may approve its calls; default: whom the node names. */
  readonly who?: readonly string[];
  /** Default: `idempotent` where the server says that it only reads or may be repeated, else `guarded`. */
  readonly effect?: EffectClass;
}

export function isProcess(config: McpServerConfig): config is McpProcessConfig {
  return 'command' in config;
}
