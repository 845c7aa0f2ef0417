// Opens a store by its address. What a store needs (a driver) is loaded only when one is opened: most
// commands need none of it.
import { EngineError, loadOptional, type Store } from '@skein/ports';
import { memoryStore } from './memory/memory-store.ts';
import { withoutPassword } from './values/without-password.ts';

export interface OpenOptions {
  /**
   * Read-only access next to a process that works on the same SQLite file: every write is refused, and a run that has not
   * ended always belongs to someone else. Other stores have no such process and are opened as usual.
   */
  readonly isReadOnly?: boolean;
}

/** `memory`, `sqlite:PATH`, `postgres://…`, `mysql://…`, `mariadb://…`, `neo4j://…`, `bolt://…`. */
export async function openStore(
  url: string,
  { isReadOnly = false }: OpenOptions = {},
): Promise<Store> {
  if (url === 'memory') return memoryStore();
  const scheme = /^([a-z0-9+]+):/i.exec(url)?.[1]?.toLowerCase();
  switch (scheme) {
    case 'sqlite': {
      const { sqliteReader, sqliteStore } = await import('./sqlite/sqlite-store.ts');
      return isReadOnly ? sqliteReader(fileOf(url)) : sqliteStore(fileOf(url));
    }
    case 'postgres':
    case 'postgresql': {
      const { postgresStore } = await loadOptional(
        { purpose: 'PostgreSQL', packages: ['pg@8'] },
        () => import('./postgres/postgres-store.ts'),
      );
      return postgresStore(url);
    }
    case 'mysql':
    case 'mariadb': {
      const { mysqlStore } = await loadOptional(
        { purpose: 'MySQL', packages: ['mysql2@3'] },
        () => import('./mysql/mysql-store.ts'),
      );
      return mysqlStore(url);
    }
    case 'neo4j':
    case 'neo4j+s':
    case 'neo4j+ssc':
    case 'bolt':
    case 'bolt+s':
    case 'bolt+ssc': {
      const { neo4jStore } = await loadOptional(
        { purpose: 'Neo4j', packages: ['neo4j-driver@6'] },
        () => import('./neo4j/neo4j-store.ts'),
      );
      return neo4jStore(url);
    }
    case undefined:
    default:
      throw new EngineError('STORE_URL', {
        url: withoutPassword(url),
        complaint: 'nothing is known by that name.',
      });
  }
}

/** `sqlite:./a.db`, `sqlite:/a.db` and `sqlite:///a.db` are taken literally as paths. */
function fileOf(url: string): string {
  const file = url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
  if (file === '')
    throw new EngineError('STORE_URL', { url, complaint: 'the path of the file is missing.' });
  return file;
}
