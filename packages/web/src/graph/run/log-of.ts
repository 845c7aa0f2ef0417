import { findDialect } from '@skein/dialects';
import { isObject } from '@skein/kernel';
import { listAt, textAt } from '../own-keys.ts';
import type { Replay } from './rebuild-run.ts';

export interface LogEntry {
  readonly timestamp: string;
  readonly node: string;
  readonly type: string;
  readonly content: string;
}

/** The dialects whose view has a log. */
const logged: ReadonlySet<string> = new Set(['canvas']);

export function hasLog(dialect: string): boolean {
  return logged.has(dialect);
}

/** The log of a run, as the view of its dialect has it. */
export function logOf({ graph, state, moments }: Replay, name: string): readonly LogEntry[] {
  const dialect = findDialect(name);
  if (dialect === null || !hasLog(name)) return [];
  const journal = moments.map(({ event }) => event);
  const view = dialect.view({ graph, state, dialect: dialect.name, journal });
  return listAt(view, 'logs')
    .filter(isObject)
    .map((entry) => ({
      timestamp: textAt(entry, 'timestamp'),
      node: textAt(entry, 'nodeId'),
      type: textAt(entry, 'type'),
      content: textAt(entry, 'content'),
    }));
}
