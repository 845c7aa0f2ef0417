import type { EffectClass } from '@skein/kernel';

/** A database of PostgreSQL as a tool: the configuration says which one, the arguments say what is asked. */
export interface PostgresConfig {
  /**
   * `postgres://USER:${PASSWORD}@HOST/DATABASE`, with secrets as `${NAME}`; or one secret that is the whole address. The host cannot be
   * a part of a secret.
   */
  readonly url: string;
  /** For the model; default: which database it is. */
  readonly description?: string;
  /** Every statement is in a transaction that may change nothing; default false. */
  readonly readOnly?: boolean;
  /** A statement that gives more fails; default 10,000. */
  readonly rowsMax?: number;
  /** For each statement; default 30 seconds. */
  readonly timeoutMs?: number;
  /** Default: `idempotent` if it is read only, else `guarded`. */
  readonly effect?: EffectClass;
  readonly approve?: boolean;
  /** Who may approve its calls; default: whom the node names. */
  readonly who?: readonly string[];
}

/** Where an address leads; null: a secret decides, or it is none. */
export function databaseHost(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host } = new URL(url);
  const isFixed = /^[^${}]+$/.test(host);
  return isFixed && /^postgres(?:ql)?:$/.test(protocol) ? host : null;
}

/** One secret, which is the whole address. */
export function isWholeSecret(url: string): boolean {
  return /^\$\{[A-Za-z_][A-Za-z0-9_.-]{0,127}\}$/.test(url);
}
