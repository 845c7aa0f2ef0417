// Goal: of two processes that come to one file by different names, one gets in. Method: a second process holds the file by one name,
// and this one tries the other.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runId } from '@skein/kernel';
import { openStore } from '@skein/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { begin, sqlitePlace } from './sqlite-place.ts';

const place = sqlitePlace();
const holders: ChildProcess[] = [];
const open = async (file: string) => {
  const store = await openStore(`sqlite:${file}`);
  place.opened.push(store);
  return store;
};

let other: string;
beforeEach(() => {
  mkdirSync(path.join(place.folder, 'other'));
  other = path.join(place.folder, 'other', 'other.db');
});
afterEach(async () => {
  for (const holder of holders.splice(0)) await end(holder);
});

/** A process that has the file open until it is killed. */
async function hold(file: string): Promise<ChildProcess> {
  // Nothing refers to the store, and the collector has run: the file stays locked all the same.
  const script = `
    const { openStore } = await import(${JSON.stringify(import.meta.resolve('@skein/stores'))});
    const said = await openStore('sqlite:' + process.argv[1]).then(() => 'open', (error) => error.code);
    for (let i = 0; i < 3; i++) await new Promise((done) => setTimeout(done, 50)).then(() => gc());
    console.log(said);
    setInterval(() => {}, 1000);
  `;
  const options = ['--expose-gc', '--input-type=module', '-e', script, file];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  holders.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  expect(said.toString().trim()).toBe('open');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('two processes and two hard links', () => {
  it('[S540] whoever comes second is refused, whichever name comes first, and gets in by the name that was used', async () => {
    await begin(await place.open(), 'r');
    await place.opened.pop()?.close();
    linkSync(place.file, other);
    for (const [first, second] of [
      [place.file, other],
      [other, place.file],
    ] as const) {
      // The name that it was last used by.
      const holder = await hold(first);
      await expect(open(second)).rejects.toMatchObject({ code: 'STORE_LINKED' });
      await expect(open(first)).rejects.toMatchObject({ code: 'STORE_LOCKED' });
      await end(holder);
      await expect(open(second)).rejects.toMatchObject({ code: 'STORE_LINKED' });
      expect(await (await open(first)).runs.get(runId('r'))).toMatchObject({ seq: 1 });
      await place.opened.pop()?.close();
      // The cure: only one name is left. Then the other one is made again.
      rmSync(first);
      await (await open(second)).close();
      place.opened.pop();
      linkSync(second, first);
    }
  });

  it('[S540] a name that the file had before it was moved does not let a second one in', async () => {
    await begin(await open(other), 'r');
    await place.opened.pop()?.close();
    renameSync(other, place.file);
    await hold(place.file);
    linkSync(place.file, other);
    await expect(open(other)).rejects.toMatchObject({ code: 'STORE_LINKED' });
  });

  it('[S540] a file that was moved is refused while a process has it by its earlier name', async () => {
    await begin(await place.open(), 'r');
    await place.opened.pop()?.close();
    const holder = await hold(place.file);
    renameSync(place.file, other);
    await expect(open(other)).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    await end(holder);
    for (const log of ['-wal', '-shm']) renameSync(`${place.file}${log}`, `${other}${log}`);
    expect(await (await open(other)).runs.get(runId('r'))).toMatchObject({ seq: 1 });
  });

  it('[S540] a reader by another name is refused too: it would not see the log', async () => {
    await begin(await place.open(), 'r');
    linkSync(place.file, other);
    const reading = openStore(`sqlite:${other}`, { isReadOnly: true });
    await expect(reading).rejects.toMatchObject({ code: 'STORE_LINKED' });
    const reader = await openStore(`sqlite:${place.file}`, { isReadOnly: true });
    expect(await reader.runs.get(runId('r'))).toMatchObject({ seq: 1 });
    await reader.close();
  });
});
