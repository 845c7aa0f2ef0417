// The SQLite store
// One file, one process. Every write is a transaction that does not leave the tick and is not acknowledged before it is on
// disk; appends of many runs share one.
import type { RunId } from '@skein/kernel';
import { statSync } from 'node:fs';
import process from 'node:process';
import { EngineError, type Store, type StoreFinding } from '@skein/ports';
import type { RelationalDatabase } from '../relational/database.ts';
import { relationalStore } from '../relational/relational-store.ts';
import { migrate, schemaVersion } from '../relational/migrate.ts';
import { ask, runAtOnce, type Script } from '../relational/script.ts';
import { lockFile, type FileLock } from './file-lock.ts';
import {
  checkMoved,
  checkNames,
  checkNotEmptied,
  createPrivate,
  nameIn,
  ownName,
  realFile,
} from './file-names.ts';
import { findLogDamage, type LogDamage } from './read-log.ts';
import { SqliteCommit } from './sqlite-commit.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteHeads } from './sqlite-heads.ts';
import { sqliteError } from './sqlite-errors.ts';
import { sqliteFlavour } from './sqlite-flavour.ts';
import { unreadableRows } from './unreadable-rows.ts';

/** Up to this size a file is checked when it is opened; that takes about a tenth of a second. */
const checkedBytesMax = 32 * 1024 * 1024;

/** What this process has open. Without it, the garbage collector would close a store that nobody refers to any more, and release its file
 * at a moment that nobody can know: only `close` and the end of the process do. */
const openFiles = new Set<RelationalDatabase>();

/** Opens or creates the file, and keeps every other process from driving its runs. */
export function sqliteStore(named: string): Store {
  const file = realFile(named);
  const toError = sqliteError(file);
  try {
    checkNames(file);
    checkNotEmptied(file);
    const lock = lockFile(file);
    if (lock === null) throw new EngineError('STORE_LOCKED', { file, pid: holderOf(file) });
    try {
      return relationalStore(openDatabase(file, lock));
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw toError(error);
  }
}

/** Opens the file read-only next to its owner. Nothing is written, nobody is locked out, and no run is claimed. */
export function sqliteReader(named: string): Store {
  const file = realFile(named);
  const toError = sqliteError(file);
  try {
    checkNames(file);
    const connection = new SqliteConnection(file, { isReadOnly: true });
    const refuse = () => {
      throw new EngineError('STORE_LOCKED', { file, pid: pidIn(connection) });
    };
    const store = relationalStore({
      flavour: sqliteFlavour,
      place: file,
      isShared: false,
      look: async (script) => runAtOnce(script(), connection.perform),
      write: async () => refuse(),
      commit: refuse,
      toError,
      inspect: async () => inspect(file, connection),
      close: async () => connection.close(),
    });
    checkSchema(file, connection);
    const owner = String(pidIn(connection) ?? 'another process');
    const leases: Store['leases'] = {
      renew() {},
      claim: () => ({ owner, until: Number.MAX_SAFE_INTEGER }),
      claimDue: () => [],
      nextDue: () => null,
      resign() {},
    };
    // What was changed in tables becomes a version, which a reader cannot write.
    const { workflows: _, ...tables } = store.tables;
    return { ...store, leases, tables };
  } catch (error) {
    throw toError(error);
  }
}

function checkSchema(file: string, connection: SqliteConnection): void {
  const found = Number(metaOf(connection, 'schema') ?? 0);
  if (found === schemaVersion) return;
  throw new EngineError('STORE_VERSION', {
    place: file,
    found: `schema version ${found}`,
    needed: `schema version ${schemaVersion}`,
  });
}

function openDatabase(file: string, lock: FileLock): RelationalDatabase {
  const damage = findLogDamage(file);
  checkMoved(file);
  createPrivate(file);
  const connection = new SqliteConnection(file);
  const write = <T>(script: () => Script<T>): T =>
    connection.transaction(() => runAtOnce(script(), connection.perform));
  let notice: EngineError | null = null;
  try {
    const isSmall = statSync(file).size <= checkedBytesMax;
    if (isSmall) checkFile(file, connection);
    write(() => migrate(sqliteFlavour, file));
    write(() => moveIn(file, damage));
    keepName(file, connection);
    notice = noticeOf(file, { damage, unreadable: isSmall ? unreadableRows(connection) : [] });
  } catch (error) {
    connection.close();
    throw error;
  }
  const heads = new SqliteHeads(connection);
  const appends = new SqliteCommit(connection, heads);
  const writeAll = <T>(work: () => T): T => {
    try {
      const result = connection.transaction(() => {
        heads.writeClaims();
        return work();
      });
      heads.committed();
      return result;
    } catch (error) {
      heads.undo();
      throw error;
    }
  };
  const claims = claimsOf(heads, () => writeAll(() => {}));
  const database: RelationalDatabase = {
    flavour: sqliteFlavour,
    place: file,
    isShared: false,
    look: async (script) => runAtOnce(script(), connection.perform),
    async write(script) {
      heads.forget();
      return writeAll(() => runAtOnce(script(), connection.perform));
    },
    claims,
    commit: (group) => {
      try {
        return appends.commit(group);
      } catch (error) {
        throw sqliteError(file)(error);
      }
    },
    toError: sqliteError(file),
    inspect: async () => inspect(file, connection, damage !== null),
    ...(notice === null ? {} : { notice }),
    async close() {
      claims.stop();
      if (heads.hasFreshClaims) writeAll(() => {});
      connection.close();
      lock.release();
      openFiles.delete(database);
    },
  };
  openFiles.add(database);
  return database;
}

/** A claim that nothing follows is written by itself, so that the disk never lags far behind. */
const claimsWrittenMs = 1000;

function claimsOf(heads: SqliteHeads, write: () => void) {
  let timeout: NodeJS.Timeout | null = null;
  const flush = () => {
    timeout = null;
    try {
      if (heads.hasFreshClaims) write();
    } catch {
      // Full or locked: they are written with the next write.
    }
  };
  return {
    take(run: RunId, claimer: { readonly owner: string; readonly now: number }) {
      const claim = heads.claim(run, claimer);
      if (heads.hasFreshClaims) timeout ??= setTimeout(flush, claimsWrittenMs).unref();
      return claim;
    },
    find: (run: RunId) => heads.freshClaim(run),
    stop() {
      if (timeout !== null) clearTimeout(timeout);
    },
  };
}

/** The previous owner of the file is gone, or we would not have the lock: its leases have expired. */
function* moveIn(file: string, damage: LogDamage | null): Script<void> {
  // Those that drive nothing have nothing to be blamed for. One search of the index for each server: there may be a million open runs.
  const driven = 'select 1 from skein_runs r where r.is_open = 1 and r.owner = skein_servers.owner';
  yield* ask(`delete from skein_servers where not exists (${driven})`);
  yield* ask('update skein_servers set alive_until = 0');
  const { onRepeat } = sqliteFlavour;
  const sql = `insert into skein_meta (name, value) values (?, ?) ${onRepeat(['name'], ['value'])}`;
  yield* ask(sql, 'pid', String(process.pid));
  yield* ask(sql, ownName, file);
  // The log is overwritten from here on: this is the only record of the damage.
  if (damage !== null) {
    const { kept, lost } = damage;
    const text = `${lost} of ${kept + lost} pages could not be read on ${new Date().toISOString()}`;
    yield* ask(sql, damageName, text);
  }
}

/** Into the file itself (File names N3); usually it is there already. */
function keepName(file: string, connection: SqliteConnection): void {
  if (nameIn(file) !== file) connection.pragma('wal_checkpoint(full)');
}

const damageName = 'log_damage';

/** What is wrong with a file that can be used all the same. */
function noticeOf(
  file: string,
  found: { readonly damage: LogDamage | null; readonly unreadable: readonly string[] },
): EngineError | null {
  const { damage, unreadable } = found;
  if (damage !== null) return new EngineError('STORE_LOG_DAMAGED', { place: file, ...damage });
  if (unreadable.length === 0) return null;
  return new EngineError('STORE_ROWS_UNREADABLE', { place: file, rows: unreadable });
}

function checkFile(file: string, connection: SqliteConnection): void {
  const found = connection.pragma('quick_check(1)');
  if (found !== 'ok') {
    throw new EngineError('STORE_CORRUPT', { place: file, reason: String(found) });
  }
}

/** The process that last wrote its number into the file; null when it cannot be read. */
function holderOf(file: string): number | null {
  try {
    const connection = new SqliteConnection(file, { isReadOnly: true });
    const pid = pidIn(connection);
    connection.close();
    return pid;
  } catch {
    return null;
  }
}

function pidIn(connection: SqliteConnection): number | null {
  const pid = metaOf(connection, 'pid');
  return pid === null ? null : Number(pid);
}

function metaOf(connection: SqliteConnection, name: string): string | null {
  const sql = 'select value from skein_meta where name = ?';
  const [row] = connection.perform({ sql, parameters: [name] });
  return row === undefined ? null : String(row['value']);
}

/** Damage of the log is an error when it was just found; later it is only reported. */
function inspect(
  file: string,
  connection: SqliteConnection,
  isDamaged = false,
): readonly StoreFinding[] {
  const found = connection.pragma('quick_check(1)');
  const damage = metaOf(connection, damageName);
  const unreadable = unreadableRows(connection);
  return [
    { what: 'connection', isGood: true, text: file },
    { what: 'version', isGood: true, text: `SQLite ${connection.version}` },
    ...connection.settings().map(({ text, isGood }) => ({ what: 'durability', isGood, text })),
    { what: 'file', isGood: found === 'ok', text: `quick_check: ${found}` },
    {
      what: 'values',
      isGood: unreadable.length === 0,
      text: unreadable.length === 0 ? 'readable' : `unreadable: ${unreadable.join(', ')}`,
    },
    { what: 'write-ahead log', isGood: !isDamaged, text: damage ?? 'whole' },
  ];
}
