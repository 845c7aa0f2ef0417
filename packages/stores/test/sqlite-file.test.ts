// Goal: what a SQLite file must survive: being opened again, by two at once, newer. Method: real files, and real processes
// where the lock must die with one.
import { runId, versionId, workflowId } from '@skein/kernel';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '@skein/stores';
import { describe, expect, it } from 'vitest';
import { begin, has, row, sqlitePlace } from './sqlite-place.ts';

const place = sqlitePlace();

describe('a SQLite file', () => {
  it('[S21] has the settings of durability, also when it is place.opened again', async () => {
    for (const get of [place.open, place.reopen]) {
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
    const log = path.join(place.folder, 'trace');
    const traced = ['-f', '-o', log, '-e', 'trace=fsync,fdatasync,write', process.execPath];
    execFileSync(
      'strace',
      [...traced, '--input-type=module', '-e', script, `sqlite:${place.file}`],
      {
        cwd: import.meta.dirname,
        stdio: ['ignore', 'ignore', 'ignore'],
      },
    );
    const [, between = ''] = readFileSync(log, 'utf8').split('MARK before');
    const syncs = (between.split('MARK after')[0] ?? '').match(/f(?:data)?sync\(/g) ?? [];
    expect(syncs).toHaveLength(1);
  });

  it('[S3055] in a folder that does not exist is refused, with what to check', async () => {
    await expect(
      openStore(`sqlite:${path.join(place.file, 'none', 'skein.db')}`),
    ).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      hint: expect.stringContaining('folder exists'),
    });
  });

  it('[S22] is driven by one process; the second is told which one has it', async () => {
    await place.open();
    await expect(openStore(`sqlite:${place.file}`)).rejects.toMatchObject({
      code: 'STORE_LOCKED',
      details: { file: place.file, pid: process.pid },
    });
    await place.reopen();
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
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', script, `sqlite:${place.file}`],
      {
        cwd: import.meta.dirname,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(child.stdout, 'data');
    await expect(openStore(`sqlite:${place.file}`)).rejects.toMatchObject({
      code: 'STORE_LOCKED',
      details: { pid: child.pid },
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const store = await place.open();
    expect(await store.runs.get(runId('r'))).toMatchObject({ seq: 1 });
    expect(await store.leases.claimDue('next', 1, 10)).toEqual([{ run: 'r', epoch: 2 }]);
  });

  it('[S22] takes a claim at once, and writes it with what is written next about the run', async () => {
    const store = await place.open();
    await begin(store, 'r');
    await begin(store, 's');
    const onDisk = () => {
      const raw = new DatabaseSync(place.file, { readOnly: true });
      const found = raw.prepare("select owner, epoch from skein_runs where id = 'r'").get();
      raw.close();
      return { ...found };
    };
    expect(await store.leases.claim(runId('r'), 'one', 1)).toEqual({ epoch: 1 });
    expect(await store.runs.load(runId('r'))).toMatchObject({ owner: 'one', epoch: 1 });
    expect(onDisk()).toEqual({ owner: null, epoch: 0 });
    await expect(store.runs.append(runId('r'), 1, [row(2)], undefined, 0)).rejects.toMatchObject({
      code: 'STORE_FENCED',
    });
    await store.runs.append(runId('s'), 1, [row(2)]);
    expect(onDisk()).toEqual({ owner: null, epoch: 0 });
    await store.runs.append(runId('r'), 1, [row(2)], undefined, 1);
    expect(onDisk()).toEqual({ owner: 'one', epoch: 1 });
    await store.leases.claim(runId('r'), 'one', 1);
    await store.runs.append(runId('r'), 2, [row(3)], { status: 'waiting' }, 2);
    expect(onDisk()).toEqual({ owner: 'one', epoch: 2 });
    await store.leases.claim(runId('r'), 'one', 1);
    await store.runs.append(runId('r'), 3, [], { release: true, wakeAt: null }, 3);
    expect(onDisk()).toEqual({ owner: null, epoch: 3 });
    await store.leases.claim(runId('r'), 'one', 1);
    await place.reopen();
    expect(onDisk()).toEqual({ owner: 'one', epoch: 4 });
  });

  it('[S22] may be read beside the process that has it, and not written', async () => {
    const owner = await place.open();
    await begin(owner, 'r');
    const reader = await openStore(`sqlite:${place.file}`, { isReadOnly: true });
    place.opened.push(reader);
    expect(await reader.runs.get(runId('r'))).toMatchObject({ seq: 1 });
    await owner.runs.append(runId('r'), 1, [row(2)]);
    expect(await reader.runs.journal(runId('r'))).toHaveLength(2);
    expect((await reader.runs.list({})).items).toHaveLength(1);
    const refused = { code: 'STORE_LOCKED', details: { file: place.file, pid: process.pid } };
    const append = (async () => reader.runs.append(runId('r'), 2, [row(3)]))();
    await expect(append).rejects.toMatchObject(refused);
    const record = {
      id: workflowId('a'),
      version: versionId('1'),
      definition: 1,
      dialect: 'native',
      savedAt: 1,
    };
    const save = (async () => reader.definitions.save(record))();
    await expect(save).rejects.toMatchObject(refused);
    expect(await reader.leases.claim(runId('r'), 'me', 0)).toMatchObject({
      owner: String(process.pid),
    });
    await owner.runs.append(runId('r'), 2, [row(3)]);
    expect(await owner.runs.get(runId('r'))).toMatchObject({ seq: 3 });
    const none = openStore(`sqlite:${path.join(place.folder, 'none.db')}`, { isReadOnly: true });
    await expect(none).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('[S23] of a newer schema is refused', async () => {
    await place.open();
    await place.opened.pop()?.close();
    const raw = new DatabaseSync(place.file);
    raw.exec("update skein_meta set value = '999' where name = 'schema'");
    raw.close();
    await expect(place.open()).rejects.toMatchObject({
      code: 'STORE_VERSION',
      details: { place: place.file },
    });
  });

  it('[S23] whose first migration was cut off is finished at the next start', async () => {
    await place.open();
    await place.opened.pop()?.close();
    const raw = new DatabaseSync(place.file);
    raw.exec(
      "delete from skein_meta where name = 'schema'; drop table skein_inbox; drop index skein_runs_status_place",
    );
    raw.close();
    const store = await place.open();
    expect(await store.check()).toMatchObject({ isHealthy: true });
    await begin(store, 'r');
    await store.inbox.put({ id: 'c', run: runId('r'), command: 1 });
  });

  it('[S23] of the first version is brought up to date, with what is in it, also after a cut', async () => {
    const definition = {
      id: workflowId('a'),
      version: versionId('1'),
      definition: 1,
      dialect: 'native',
      savedAt: 1,
    };
    await (await place.open()).definitions.save(definition);
    await place.opened.pop()?.close();
    const back =
      'alter table skein_workflow_heads drop column is_active; drop table skein_secrets;';
    const first = `${back} alter table skein_workflow_heads drop column revision; drop table skein_api_keys;`;
    for (const cut of [first, back]) {
      const raw = new DatabaseSync(place.file);
      raw.exec(`${cut} update skein_meta set value = '1' where name = 'schema'`);
      raw.close();
      const store = await place.open();
      expect(await store.check()).toMatchObject({ isHealthy: true });
      expect(await store.definitions.newest(workflowId('a'))).toEqual({
        ...definition,
        revision: 1,
        isActive: true,
      });
      expect((await store.keys.list({})).items).toEqual([]);
      await place.opened.pop()?.close();
    }
  });

  it('[S23] of the second version gets indexes without the rows that nobody looks for there', async () => {
    const store = await place.open();
    await begin(store, 'r');
    await place.opened.pop()?.close();
    const indexes = () => {
      const raw = new DatabaseSync(place.file);
      const rows = raw.prepare("select name, sql from sqlite_schema where type = 'index'").all();
      raw.close();
      return new Map(rows.map(({ name, sql }) => [name, String(sql)]));
    };
    const now = indexes();
    const raw = new DatabaseSync(place.file);
    raw.exec(`drop index skein_runs_parent_run_place; create index skein_runs_parent_run_place on skein_runs (parent_run, place);
      drop index skein_runs_is_open_owner_wake_at_user_id; drop index skein_waits_is_open_place;
      create index skein_runs_is_open_owner_wake_at on skein_runs (is_open, owner, wake_at);
      update skein_meta set value = '2' where name = 'schema'`);
    raw.close();
    expect(await (await place.open()).leases.claimDue('next', 1, 10)).toEqual([]);
    await place.opened.pop()?.close();
    expect(indexes()).toEqual(now);
    expect(now.get('skein_runs_parent_run_place')).toMatch(/where parent_run is not null$/);
  });

  it('[S19] holds a large value once, and not any more when nobody has it', async () => {
    const store = await place.open();
    const large = 'x'.repeat(1_000_000);
    for (const run of ['a', 'b', 'c']) {
      await begin(store, run, { large });
      await store.runs.append(runId(run), 1, [row(2, [large])], { status: 'completed' });
    }
    expect(blobs()).toBe(1);
    await store.runs.delete(runId('a'));
    await store.runs.delete(runId('b'));
    expect(blobs()).toBe(1);
    await store.runs.delete(runId('c'));
    expect(blobs()).toBe(0);
  });

  it('[S19] lets go of what only an older snapshot held', async () => {
    const store = await place.open();
    await begin(store, 'r');
    const [old = '', both = '', young = ''] = ['a', 'b', 'c'].map((text) => text.repeat(100_000));
    await store.runs.append(runId('r'), 1, [row(2)], {
      snapshot: { seq: 2, state: { old, both } },
    });
    expect(blobs()).toBe(2);
    const snapshot = { seq: 3, state: { both, young } };
    await store.runs.append(runId('r'), 2, [row(3)], { snapshot });
    expect(blobs()).toBe(2);
    expect(await store.runs.load(runId('r'))).toMatchObject({ snapshot });
    await store.runs.append(runId('r'), 3, [row(4)], { status: 'completed' });
    await store.runs.delete(runId('r'));
    expect(blobs()).toBe(0);
  });
});

function blobs(): unknown {
  const raw = new DatabaseSync(place.file, { readOnly: true });
  const found = raw.prepare('select count(*) as n from skein_blobs').get();
  raw.close();
  return found?.['n'];
}
