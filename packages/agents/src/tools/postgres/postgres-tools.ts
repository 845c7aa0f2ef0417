// Databases of PostgreSQL, as tools
// A call is one statement, whose values are passed beside its text. Which database, as whom, and whether anything may be changed, is up
// to the configuration.
import { ownValue, textOf, type Json, type JsonObject } from '@skein/kernel';
import { loadOptional, type Tool, type ToolCall, type ToolSource } from '@skein/ports';
import { failureError } from '../../failure-error.ts';
import type { Vault } from '../../secrets/vault.ts';
import { listedTools } from '../listed-tools.ts';
import { databaseHost, isWholeSecret, type PostgresConfig } from './postgres-config.ts';
import type { PostgresDatabase } from './postgres-database.ts';

export interface PostgresTools extends ToolSource {
  close(): Promise<void>;
}

export function postgresTools(
  configs: Readonly<Record<string, PostgresConfig>>,
  { vault }: { readonly vault: Vault },
): PostgresTools {
  const databases = Object.entries(configs).map(([name, config]) => {
    const database = new Database(name, config, vault);
    return { database, tool: toTool(name, config, database) };
  });
  return {
    ...listedTools(databases.map(({ tool }) => tool)),
    close: async () => {
      await Promise.all(databases.map(({ database }) => database.close()));
    },
  };
}

const parameters: JsonObject = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'One statement of SQL, with $1, $2 … for values.' },
    values: { type: 'array', description: 'The values of $1, $2 …' },
  },
  required: ['query'],
  additionalProperties: false,
};

const output: JsonObject = {
  type: 'object',
  properties: {
    rows: { type: 'array', items: { type: 'object' } },
    count: { type: 'integer', description: 'Rows that it gave or changed.' },
  },
  required: ['rows', 'count'],
};

function toTool(name: string, config: PostgresConfig, database: Database): Tool {
  const { readOnly = false, approve = false, who, effect } = config;
  const usual = `Asks the database "${name}" (PostgreSQL)${readOnly ? ', which may only be read' : ''}.`;
  return {
    name,
    description: config.description ?? usual,
    parameters,
    output,
    effect: effect ?? (readOnly ? 'idempotent' : 'guarded'),
    approve,
    who,
    // Checked arguments are an object.
    run: (args, call) => database.ask(args as JsonObject, call),
  };
}

const timeoutDefaultMs = 30_000;
const rowsDefault = 10_000;

/** Connects when it is asked first. */
class Database {
  readonly #name: string;
  readonly #config: PostgresConfig;
  readonly #vault: Vault;
  #opened: Promise<PostgresDatabase> | null = null;

  constructor(name: string, config: PostgresConfig, vault: Vault) {
    this.#name = name;
    this.#config = config;
    this.#vault = vault;
  }

  async ask(args: JsonObject, { signal }: ToolCall): Promise<Json> {
    const values = ownValue(args, 'values') ?? [];
    const database = await this.#open();
    try {
      const result = await database.perform({
        text: textOf(ownValue(args, 'query') ?? ''),
        values: Array.isArray(values) ? values : [],
        signal,
      });
      return this.#vault.redactJson({ rows: result.rows, count: result.count });
    } catch (error) {
      if (signal.aborted) throw error;
      throw this.#told(error);
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => null);
    await opened?.close();
  }

  #open(): Promise<PostgresDatabase> {
    // A secret that was missing may be there next time.
    this.#opened ??= this.#connect().catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #connect(): Promise<PostgresDatabase> {
    const { url, readOnly = false, rowsMax = rowsDefault } = this.#config;
    const { timeoutMs = timeoutDefaultMs } = this.#config;
    const { openDatabase } = await loadOptional(
      { purpose: 'Asking a database of PostgreSQL', packages: ['pg@8'] },
      () => import('./postgres-database.ts'),
    );
    const filled = isWholeSecret(url)
      ? await this.#vault.fill(url, `postgres:${this.#name}`)
      : await this.#vault.fill(url, databaseHost(url) ?? '', encodeURIComponent);
    if (databaseHost(filled) === null) throw this.#badAddress();
    return openDatabase(filled, { isReadOnly: readOnly, rowsMax, timeoutMs });
  }

  /** What the database said; where it is, is not for users to know. */
  #told(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    if (error.name === 'TooMuch') return error;
    // What the server says has a severity; what the driver says has none.
    if (!('severity' in error)) return this.#unreachable(error);
    const hint = 'hint' in error && typeof error.hint === 'string' ? ` ${error.hint}` : '';
    const message = `The database refuses it: ${error.message}.${hint}`;
    return new Error(this.#vault.redact(message), { cause: error });
  }

  #unreachable(cause: Error): Error {
    return failureError(
      {
        code: 'TOOL_FAILED',
        message: `The database "${this.#name}" could not be reached, or broke off.`,
        retry: 'later',
        data: {
          tool: this.#name,
          hint: `Is it running, and is the address of postgres.${this.#name} right?`,
        },
      },
      cause,
    );
  }

  #badAddress(): Error {
    return failureError({
      code: 'BAD_CONFIG',
      message: `The secret of the database "${this.#name}" is no address of PostgreSQL.`,
      retry: 'never',
      data: { tool: this.#name, hint: 'Write postgres://USER:PASSWORD@HOST/DATABASE.' },
    });
  }
}
