// Goal: what a SQLite file must survive: being opened again, by two at once, newer, damaged, full. Method: real files, and
// real processes where the lock must die with one.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import type { RunEvent } from '@skein/kernel';
import { openStore } from '@skein/stores';
import type { Store } from '@skein/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
let file: string;
const opened: Store[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skein-file-'));
  file = path.join(folder, "it's a.db");
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<Store> {
  const store = await openStore(`sqlite:${file}`);
  opened.push(store);
  return store;
}

async function reopen(): Promise<Store> {
  for (const store of opened.splice(0)) await store.close();
  return open();
}

const row = (seq: number, value: unknown = seq) =>
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
const begin = async (store: Store, run: string, value?: unknown) =>
  store.runs.append(run, 0, [row(1, value)], {
    created: { workflow: { id: 'w', version: 'v' }, depth: 0 },
    status: 'running',
  });

describe('a SQLite file', () => {
  it('[S21] has the settings of durability, also when it is opened again', async () => {
    for (const get of [open, reopen]) {
      const store = await get();
      const { findings, isHealthy } = await store.check();
      expect(isHealthy).toBe(true);
      const texts = findings.filter(({ what }) => what === 'durability').map(({ text }) => text);
      expect(texts).toEqual([
        'journal_mode = wal',
        'synchronous = 2',
        'foreign_keys = 1',
        'busy_timeout = 5000',
      ]);
    }
  });

  it('[S21] syncs the disk between an append and its acknowledgement', ({ skip }) => {
    skip(!has('strace'), 'strace is not installed');
    const script = `
      import { openStore } from '@skein/stores';
      const store = await openStore(process.argv[1]);
      const created = { workflow: { id: 'w', version: 'v' }, depth: 0 };
      await store.runs.append('r', 0, [{ seq: 1, at: 1 }], { created, status: 'running' });
      process.stderr.write('MARK before');
      await Promise.all(Array.from({ length: 50 }, (_, i) => store.runs.append('r', i + 1, [{ seq: i + 2, at: 1 }])));
      process.stderr.write('MARK after');
      await store.close();`;
    const log = path.join(folder, 'trace');
    const traced = ['-f', '-o', log, '-e', 'trace=fsync,fdatasync,write', process.execPath];
    execFileSync('strace', [...traced, '--input-type=module', '-e', script, `sqlite:${file}`], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    const [, between = ''] = readFileSync(log, 'utf8').split('MARK before');
    const syncs = (between.split('MARK after')[0] ?? '').match(/f(?:data)?sync\(/g) ?? [];
    expect(syncs).toHaveLength(1);
  });

  it('[S22] is driven by one process; the second is told which one has it', async () => {
    await open();
    await expect(openStore(`sqlite:${file}`)).rejects.toMatchObject({
      code: 'STORE_LOCKED',
      details: { file, pid: process.pid },
    });
    await reopen();
  });

  it('[S22] is free again when its process is killed', async () => {
    const script = `
      import { openStore } from '@skein/stores';
      const store = await openStore(process.argv[1]);
      const created = { workflow: { id: 'w', version: 'v' }, depth: 0, owner: 'dead' };
      await store.leases.renew('dead', Number.MAX_SAFE_INTEGER);
      await store.runs.append('r', 0, [{ seq: 1, at: 1 }], { created, status: 'running' });
      process.stdout.write('ready');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, `sqlite:${file}`], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await expect(openStore(`sqlite:${file}`)).rejects.toMatchObject({
      code: 'STORE_LOCKED',
      details: { pid: child.pid },
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const store = await open();
    expect(await store.runs.get('r')).toMatchObject({ seq: 1 });
    expect(await store.leases.claimDue('next', 1, 10)).toEqual([{ run: 'r', epoch: 2 }]);
  });

  it('[S22] takes a claim at once, and writes it with what is written next about the run', async () => {
    const store = await open();
    await begin(store, 'r');
    await begin(store, 's');
    const onDisk = () => {
      const raw = new DatabaseSync(file, { readOnly: true });
      const found = raw.prepare("select owner, epoch from runs where id = 'r'").get();
      raw.close();
      return { ...found };
    };
    expect(await store.leases.claim('r', 'one', 1)).toEqual({ epoch: 1 });
    expect(await store.runs.load('r')).toMatchObject({ owner: 'one', epoch: 1 });
    expect(onDisk()).toEqual({ owner: null, epoch: 0 });
    await expect(store.runs.append('r', 1, [row(2)], undefined, 0)).rejects.toMatchObject({
      code: 'STORE_FENCED',
    });
    await store.runs.append('s', 1, [row(2)]);
    expect(onDisk()).toEqual({ owner: null, epoch: 0 });
    await store.runs.append('r', 1, [row(2)], undefined, 1);
    expect(onDisk()).toEqual({ owner: 'one', epoch: 1 });
    await store.leases.claim('r', 'one', 1);
    await store.runs.append('r', 2, [row(3)], { status: 'waiting' }, 2);
    expect(onDisk()).toEqual({ owner: 'one', epoch: 2 });
    await store.leases.claim('r', 'one', 1);
    await store.runs.append('r', 3, [], { release: true, wakeAt: null }, 3);
    expect(onDisk()).toEqual({ owner: null, epoch: 3 });
    await store.leases.claim('r', 'one', 1);
    await reopen();
    expect(onDisk()).toEqual({ owner: 'one', epoch: 4 });
  });

  it('[S22] may be read beside the process that has it, and not written', async () => {
    const owner = await open();
    await begin(owner, 'r');
    const reader = await openStore(`sqlite:${file}`, { isReadOnly: true });
    opened.push(reader);
    expect(await reader.runs.get('r')).toMatchObject({ seq: 1 });
    await owner.runs.append('r', 1, [row(2)]);
    expect(await reader.runs.journal('r')).toHaveLength(2);
    expect((await reader.runs.list({})).items).toHaveLength(1);
    const refused = { code: 'STORE_LOCKED', details: { file, pid: process.pid } };
    const append = (async () => reader.runs.append('r', 2, [row(3)]))();
    await expect(append).rejects.toMatchObject(refused);
    const record = { id: 'a', version: '1', definition: 1, dialect: 'native', savedAt: 1 };
    const save = (async () => reader.definitions.save(record))();
    await expect(save).rejects.toMatchObject(refused);
    expect(await reader.leases.claim('r', 'me', 0)).toMatchObject({ owner: String(process.pid) });
    await owner.runs.append('r', 2, [row(3)]);
    expect(await owner.runs.get('r')).toMatchObject({ seq: 3 });
    const none = openStore(`sqlite:${path.join(folder, 'none.db')}`, { isReadOnly: true });
    await expect(none).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('[S23] of a newer schema is refused', async () => {
    await open();
    await opened.pop()?.close();
    const raw = new DatabaseSync(file);
    raw.exec("update meta set value = '999' where name = 'schema'");
    raw.close();
    await expect(open()).rejects.toMatchObject({ code: 'STORE_VERSION', details: { place: file } });
  });

  it('[S23] whose first migration was cut off is finished at the next start', async () => {
    await open();
    await opened.pop()?.close();
    const raw = new DatabaseSync(file);
    raw.exec(
      "delete from meta where name = 'schema'; drop table inbox; drop index runs_status_place",
    );
    raw.close();
    const store = await open();
    expect(await store.check()).toMatchObject({ isHealthy: true });
    await begin(store, 'r');
    await store.inbox.put({ id: 'c', run: 'r', command: 1 });
  });

  it('[S23] of the first version is brought up to date, with what is in it, also after a cut', async () => {
    const definition = { id: 'a', version: '1', definition: 1, dialect: 'native', savedAt: 1 };
    await (await open()).definitions.save(definition);
    await opened.pop()?.close();
    const back = 'alter table workflow_heads drop column is_active; drop table secrets;';
    const first = `${back} alter table workflow_heads drop column revision; drop table api_keys;`;
    for (const cut of [first, back]) {
      const raw = new DatabaseSync(file);
      raw.exec(`${cut} update meta set value = '1' where name = 'schema'`);
      raw.close();
      const store = await open();
      expect(await store.check()).toMatchObject({ isHealthy: true });
      expect(await store.definitions.newest('a')).toEqual({
        ...definition,
        revision: 1,
        isActive: true,
      });
      expect((await store.keys.list({})).items).toEqual([]);
      await opened.pop()?.close();
    }
  });

  it('[S23] of the second version gets indexes without the rows that nobody looks for there', async () => {
    const store = await open();
    await begin(store, 'r');
    await opened.pop()?.close();
    const indexes = () => {
      const raw = new DatabaseSync(file);
      const rows = raw.prepare("select name, sql from sqlite_schema where type = 'index'").all();
      raw.close();
      return new Map(rows.map(({ name, sql }) => [name, String(sql)]));
    };
    const now = indexes();
    const raw = new DatabaseSync(file);
    raw.exec(`drop index runs_parent_run_place; create index runs_parent_run_place on runs (parent_run, place);
      drop index runs_is_open_owner_wake_at_user_id; drop index waits_is_open_place;
      create index runs_is_open_owner_wake_at on runs (is_open, owner, wake_at);
      update meta set value = '2' where name = 'schema'`);
    raw.close();
    expect(await (await open()).leases.claimDue('next', 1, 10)).toEqual([]);
    await opened.pop()?.close();
    expect(indexes()).toEqual(now);
    expect(now.get('runs_parent_run_place')).toMatch(/where parent_run is not null$/);
  });

  it('[S24] that is none, or is damaged, is refused by its name', async () => {
    writeFileSync(file, 'This is no database. '.repeat(500));
    await expect(open()).rejects.toMatchObject({ code: 'STORE_CORRUPT', details: { place: file } });
    rmSync(file);
    const store = await open();
    for (let i = 0; i < 50; i++) await begin(store, `run ${i}`, 'x'.repeat(2000));
    await opened.pop()?.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x5a, 8192, bytes.length - 8192));
    await expect(open()).rejects.toMatchObject({ code: 'STORE_CORRUPT', details: { place: file } });
  });

  it('[S24] whose last write was torn goes on from what was written before', async () => {
    const store = await open();
    await begin(store, 'r');
    for (let seq = 1; seq < 50; seq++) await store.runs.append('r', seq, [row(seq + 1)]);
    const copy = path.join(folder, 'torn.db');
    copyFileSync(file, copy);
    const log = readFileSync(`${file}-wal`);
    const frame = log.readUInt32BE(8) + 24;
    const damaged = [
      { torn: log.subarray(0, log.length - 1000), least: 40 },
      { torn: flipped(log, log.length - 2000), least: 40 },
      { torn: flipped(log, log.length - 20 * frame + 100), least: 20 },
    ];
    for (const { torn, least } of damaged) {
      rmSync(`${copy}-shm`, { force: true });
      writeFileSync(`${copy}-wal`, torn);
      const again = await openStore(`sqlite:${copy}`);
      expect(again.notice).toMatchObject({ code: 'STORE_LOG_DAMAGED', details: { place: copy } });
      const { findings, isHealthy } = await again.check();
      expect(isHealthy).toBe(false);
      const told = { what: 'write-ahead log', isGood: false };
      expect(findings).toContainEqual(expect.objectContaining(told));
      const rows = (await again.runs.journal('r')) ?? [];
      expect(rows.length).toBeGreaterThan(least);
      expect(rows).toEqual(rows.map((_, i) => row(i + 1)));
      await again.runs.append('r', rows.length, [row(rows.length + 1)]);
      await again.close();
      const later = await openStore(`sqlite:${copy}`);
      expect(later.notice).toBeUndefined();
      expect((await later.check()).findings).toContainEqual(
        expect.objectContaining({ ...told, isGood: true, text: expect.stringMatching(/^\d+ of/) }),
      );
      await later.close();
      copyFileSync(file, copy);
    }
  });

  it('[S24] whose process was killed in the middle of a write has lost nothing, and says nothing', async () => {
    const store = await open();
    await begin(store, 'r');
    for (let seq = 1; seq < 50; seq++) await store.runs.append('r', seq, [row(seq + 1)]);
    const copy = path.join(folder, 'killed.db');
    copyFileSync(file, copy);
    const log = readFileSync(`${file}-wal`);
    const page = log.readUInt32BE(8);
    // Whole; and only the header of one more frame.
    for (const left of [log, log.subarray(0, log.length - page)]) {
      rmSync(`${copy}-shm`, { force: true });
      writeFileSync(`${copy}-wal`, left);
      const again = await openStore(`sqlite:${copy}`);
      expect(again.notice).toBeUndefined();
      expect(await again.check()).toMatchObject({ isHealthy: true });
      await again.close();
      copyFileSync(file, copy);
    }
  });

  it('[S24] in a folder that is full says so, goes on when there is space, and has no half step', async ({
    skip,
  }) => {
    skip(process.getuid?.() !== 0 || !has('mount'), 'only root can mount a small disk');
    const disk = path.join(folder, 'disk');
    execFileSync('mkdir', [disk]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
    try {
      file = path.join(disk, 'a.db');
      const store = await open();
      await begin(store, 'r');
      const filler = path.join(disk, 'filler');
      execFileSync('sh', ['-c', 'head -c 4m /dev/zero > "$0" || true', filler], {
        stdio: 'ignore',
      });
      const fill = async () => {
        for (let i = 0; i < 200; i++) await begin(store, `run ${i}`, `${i}`.repeat(9000));
      };
      await expect(fill()).rejects.toMatchObject({ code: 'STORE_FULL' });
      expect(await store.runs.journal('r')).toEqual([row(1)]);
      rmSync(filler);
      await store.runs.append('r', 1, [row(2)]);
      expect(await (await reopen()).runs.journal('r')).toEqual([row(1), row(2)]);
    } finally {
      for (const store of opened.splice(0)) await store.close();
      execFileSync('umount', [disk]);
    }
  });

  it('[S24] that cannot be made says why', async () => {
    file = path.join(folder, 'missing', 'a.db');
    await expect(open()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('[S19] holds a large value once, and not any more when nobody has it', async () => {
    const store = await open();
    const large = 'x'.repeat(1_000_000);
    for (const run of ['a', 'b', 'c']) {
      await begin(store, run, { large });
      await store.runs.append(run, 1, [row(2, [large])], { status: 'completed' });
    }
    expect(blobs()).toBe(1);
    await store.runs.delete('a');
    await store.runs.delete('b');
    expect(blobs()).toBe(1);
    await store.runs.delete('c');
    expect(blobs()).toBe(0);
  });

  it('[S19] lets go of what only an older snapshot held', async () => {
    const store = await open();
    await begin(store, 'r');
    const [old = '', both = '', young = ''] = ['a', 'b', 'c'].map((text) => text.repeat(100_000));
    await store.runs.append('r', 1, [row(2)], { snapshot: { seq: 2, state: { old, both } } });
    expect(blobs()).toBe(2);
    const snapshot = { seq: 3, state: { both, young } };
    await store.runs.append('r', 2, [row(3)], { snapshot });
    expect(blobs()).toBe(2);
    expect(await store.runs.load('r')).toMatchObject({ snapshot });
    await store.runs.append('r', 3, [row(4)], { status: 'completed' });
    await store.runs.delete('r');
    expect(blobs()).toBe(0);
  });
});

function blobs(): unknown {
  const raw = new DatabaseSync(file, { readOnly: true });
  const found = raw.prepare('select count(*) as n from blobs').get();
  raw.close();
  return found?.['n'];
}

/** The same bytes, but one. */
function flipped(bytes: Buffer, place: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(place) ^ 0xff, place);
  return copy;
}

function has(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
