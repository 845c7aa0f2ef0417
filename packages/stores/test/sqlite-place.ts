// A SQLite file in a folder of its own for each test, and what is written into it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runId, versionId, workflowId, type RunEvent } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { openStore } from '@skein/stores';
import { afterEach, beforeEach } from 'vitest';

export interface SqlitePlace {
  folder: string;
  file: string;
  /** Closed after the test. */
  readonly opened: Store[];
  readonly open: () => Promise<Store>;
  readonly reopen: () => Promise<Store>;
}

export function sqlitePlace(): SqlitePlace {
  const closeAll = async () => {
    for (const store of place.opened.splice(0)) await store.close();
  };
  const place: SqlitePlace = {
    folder: '',
    file: '',
    opened: [],
    async open() {
      const store = await openStore(`sqlite:${place.file}`);
      place.opened.push(store);
      return store;
    },
    async reopen() {
      await closeAll();
      return place.open();
    },
  };
  beforeEach(() => {
    place.folder = mkdtempSync(path.join(tmpdir(), 'skein-file-'));
    place.file = path.join(place.folder, "it's a.db");
  });
  afterEach(async () => {
    await closeAll();
    rmSync(place.folder, { recursive: true, force: true });
  });
  return place;
}

export const row = (seq: number, value: unknown = seq) =>
  ({
    type: 'step.recorded',
    seq,
    at: seq,
    id: `e${seq}`,
    node: 'a',
    activation: 1,
    key: 'k',
    value,
  }) as RunEvent;

export const begin = async (store: Store, run: string, value?: unknown) =>
  store.runs.append(runId(run), 0, [row(1, value)], {
    created: { workflow: { id: workflowId('w'), version: versionId('v') }, depth: 0 },
    status: 'running',
  });

/** Whether a program is installed. */
export function has(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
