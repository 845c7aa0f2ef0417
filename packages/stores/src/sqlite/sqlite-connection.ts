// The connection to a SQLite file
// Q1. Every connection has the settings that durability depends on, and they are read back: a library that ignored one
//     would lose acknowledged writes.
// Q2. Versions before 3.51.3 can damage a file in WAL mode and are rejected.
// Q3. Every SQL text is prepared once.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { EngineError } from '@skein/ports';
import type { Query, Row } from '../relational/script.ts';

const busyTimeoutMs = 5000;
const versionMin = '3.51.3';
/** The default of 2 MB is less than the working set of a few thousand runs that pause and resume. */
const cacheKb = 32_768;
/** Bounds the cache: many shapes of lists could otherwise fill the memory with statements. */
const statementsMax = 500;

const settings = [
  { pragma: 'journal_mode', value: 'wal', wanted: 'wal' },
  { pragma: 'synchronous', value: 'full', wanted: 2 },
  { pragma: 'foreign_keys', value: 'on', wanted: 1 },
  { pragma: 'busy_timeout', value: String(busyTimeoutMs), wanted: busyTimeoutMs },
] as const;

export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string, { isReadOnly = false }: { readonly isReadOnly?: boolean } = {}) {
    this.#database = new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly: isReadOnly });
    try {
      this.#checkVersion(file);
      // How the file is written is up to the writer.
      if (isReadOnly) return;
      this.#database.exec(`pragma cache_size = -${cacheKb}`);
      for (const { pragma, value } of settings) this.#database.exec(`pragma ${pragma} = ${value}`);
      this.#checkSettings(file);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  perform = ({ sql, parameters }: Query): readonly Row[] =>
    this.prepare(sql).all(...parameters) as readonly Row[];

  /** Returns the row id of a row that a table with numbered rows gets. */
  insert({ sql, parameters }: Query): number {
    return Number(this.prepare(sql).run(...parameters).lastInsertRowid);
  }

  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= statementsMax) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** All or nothing, without leaving the tick. */
  transaction<T>(work: () => T): T {
    this.prepare('begin immediate').run();
    try {
      const result = work();
      this.prepare('commit').run();
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  pragma(name: string): string | number {
    const row = this.#database.prepare(`pragma ${name}`).get() ?? {};
    return Object.values(row)[0] as string | number;
  }

  get version(): string {
    const row = this.#database.prepare('select sqlite_version() as version').get();
    return String(row?.['version']);
  }

  /** The current settings, each with whether it is as required. */
  settings(): readonly { readonly text: string; readonly isGood: boolean }[] {
    return settings.map(({ pragma, wanted }) => {
      const found = this.pragma(pragma);
      return { text: `${pragma} = ${found}`, isGood: found === wanted };
    });
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #checkVersion(file: string): void {
    const found = this.version;
    if (isOlder(found, versionMin)) {
      const needed = `SQLite ${versionMin} or newer`;
      throw new EngineError('STORE_VERSION', { place: file, found: `SQLite ${found}`, needed });
    }
  }

  #checkSettings(file: string): void {
    const wrong = this.settings().filter(({ isGood }) => !isGood);
    if (wrong.length === 0) return;
    const reason = `${file} does not take the settings that it needs: ${wrong.map(({ text }) => text).join(', ')}.`;
    throw new EngineError('STORE_UNAVAILABLE', { reason });
  }
}

function isOlder(version: string, than: string): boolean {
  const numbers = version.split('.').map(Number);
  const wanted = than.split('.').map(Number);
  const place = wanted.findIndex((part, i) => part !== numbers[i]);
  return place !== -1 && (numbers[place] ?? 0) < (wanted[place] ?? 0);
}
