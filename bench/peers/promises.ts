import type { System } from './measurement.ts';

/** What a system promises about a step that has finished, and where that is less than what Skein promises on a store of that kind. */
export interface Promised {
  readonly survives: string;
  readonly less?: string;
}

const noCrash = 'nothing survives the process';
const powerLoss = 'each step survives a loss of power';
const normalSync = 'a loss of power takes the last steps: its commits do not wait for the disk';
const wholeAgain = 'the whole run is written again with each step';

const promises: Readonly<Record<string, Promised>> = {
  'floor:memory': { survives: `${noCrash}; no engine: functions called by hand` },
  'floor:sqlite-full': { survives: `${powerLoss}; no engine: one insert by hand` },
  'floor:sqlite-normal': {
    survives: 'each step survives a crash of the process; no engine: one insert by hand',
    less: normalSync,
  },
  'floor:sqlite-group': {
    survives: `${powerLoss}; no engine: inserts of one turn of the event loop share a commit`,
  },
  'floor:pg': { survives: `${powerLoss} (of the database); no engine: one insert by hand` },
  'skein:memory': { survives: `${noCrash}; the journal is kept in memory` },
  'skein:sqlite': { survives: `${powerLoss}; it is on the disk before the next begins` },
  'skein:pg': {
    survives: `${powerLoss} (of the database); it is committed before the next begins`,
  },
  'skein-before:memory': { survives: 'the same, of an earlier commit' },
  'skein-before:sqlite': { survives: 'the same, of an earlier commit' },
  'skein-before:pg': { survives: 'the same, of an earlier commit' },
  'xstate:memory': { survives: noCrash, less: 'it keeps the current state alone, and no journal' },
  'xstate:diy-full': {
    survives: `${powerLoss}; storing is left to the user: the current state in one row, no history`,
    less: 'it keeps the current state alone, in a row written by hand; there is no history, and nothing that takes runs up again after a crash',
  },
  'xstate:diy-normal': {
    survives:
      'each step survives a crash of the process; storing is left to the user: the current state in one row, no history',
    less: `${normalSync}; and it keeps the current state alone, in a row written by hand`,
  },
  'langgraph:memory': { survives: noCrash, less: 'it keeps no checkpoints (but for pauses)' },
  'langgraph:memsaver': { survives: `${noCrash}; every checkpoint is kept in memory` },
  'langgraph:sqlite': { survives: 'each step survives a crash of the process', less: normalSync },
  'langgraph:sqlite-full': { survives: powerLoss },
  'langgraph:sqlite-async': {
    survives: 'a step survives a crash of the process some time after the next has begun',
    less: `a step begins before the last one is stored; ${normalSync}`,
  },
  'langgraph:sqlite-delta': {
    survives: 'each step survives a crash of the process; only changes of the list are stored',
    less: normalSync,
  },
  'langgraph:pg': { survives: `${powerLoss} (of the database)` },
  'mastra:memory': { survives: noCrash, less: 'it stores nothing (but for pauses)' },
  'mastra:memstore': { survives: `${noCrash}; snapshots of runs are kept in memory` },
  'mastra:libsql': {
    survives: `each step survives a crash of the process; ${wholeAgain}`,
    less: normalSync,
  },
  'dbos:pg': { survives: `${powerLoss} (of the database)` },
  // Its log server syncs each batch before it acknowledges (log-server.rocksdb-disable-wal-fsync is false): 100 steps more are 191 syncs more.
  'restate:server': {
    survives: `${powerLoss} (of its server, which acknowledges it before the next)`,
  },
  'workflow:local': {
    survives: 'each step survives a crash of the process, in files; its queue does not',
    less: 'its files are not synced, so a loss of power takes the last steps, and its queue is in memory; meant for development',
  },
  'temporal:activity': { survives: `${powerLoss} (of its server)` },
  'temporal:tuned': { survives: `${powerLoss} (of its server, with settings made for speed)` },
  'temporal:local': {
    survives: 'the steps of a finished workflow task survive a loss of power',
    less: 'a crash repeats all steps of one workflow task, which may be the whole run',
  },
  'temporal:default': { survives: `${powerLoss} (of its server, SQLite with a rollback journal)` },
  'temporal:plain': { survives: `${powerLoss} (of its server); one history for the whole run` },
  'temporal:plain-local': {
    survives: 'the steps of a finished workflow task survive a loss of power; one history',
    less: 'a crash repeats all steps of one workflow task, which may be the whole run',
  },
  'n8n:end': {
    survives: 'a run that has ended or pauses survives a loss of power',
    less: 'it writes a run at its end (or pause) only: a crash loses all of its steps',
  },
  // At its start n8n marks runs that a crash has broken off as crashed; they are stored so that a person can look and retry.
  'n8n:progress': {
    survives: `${powerLoss}; ${wholeAgain}`,
    less: 'nothing takes a run up again after a crash: it is marked as crashed, and a person has to retry it',
  },
  'n8n:legacy': {
    survives:
      'a run that has ended or pauses survives a loss of power; expressions share the process',
    less: 'it writes a run at its end (or pause) only: a crash loses all of its steps; expressions are not isolated',
  },
  'n8n:items': {
    survives: 'a run that has ended or pauses survives a loss of power',
    less: 'one node handles all items in one step, and the run is written at its end only',
  },
  'inngest:dev': {
    survives: 'each step survives a crash of the function; nothing survives one of the server',
    less: 'runs and queue of the development server are in memory: a crash of it loses all',
  },
};

/** A system that is not known here is described by its adapter. */
export function promiseOf({ id, durability }: Pick<System, 'id' | 'durability'>): Promised {
  return promises[id] ?? { survives: durability };
}
