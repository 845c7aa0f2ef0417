// Goal: whoever starts a server on a damaged SQLite file, or asks `skein doctor` about it, is told what is wrong. Method: the real commands
// on files that something else has changed.
import { copyFileSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serveProcess } from '@skein/testkit';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { review } from './flows.ts';
import { folderWith, program, skein } from './spawn-skein.ts';

const { folder, remove } = folderWith({ 'review.json': review });
afterAll(remove);
const file = (name: string) => path.join(folder, name);

/** A file with one run that waits. */
async function filled(name: string) {
  const store = `sqlite:${file(name)}`;
  const given = ['run', file('review.json'), '--input', 'cats', '--detach', '--json'];
  const { stdout } = await skein([...given, '--store', store]);
  const { id } = JSON.parse(stdout) as { readonly id: string };
  return { store, id };
}

it('[X1600] a row that cannot be read is named by `skein doctor`, and by a server when it starts', async () => {
  const { store, id } = await filled('row.db');
  const raw = new DatabaseSync(file('row.db'));
  raw.exec("update skein_journal set body = '{' where seq = 2");
  raw.close();
  const named = `row 2 of the run ${id}`;
  const told = await skein(['doctor', '--store', store, '--json']);
  expect(told.code).not.toBe(0);
  expect(JSON.parse(told.stdout)).toMatchObject({ healthy: false });
  expect(told.stdout).toContain(named);
  const server = await serveProcess([program, 'serve', '--port', '0', '--json', '--store', store], {
    cwd: folder,
  });
  onTestFinished(async () => void (await server.stop()));
  await expect.poll(() => server.stderr()).toContain(named);
  expect(server.stderr()).toContain('Everything else can be used.');
});

it('[X1600] a file that is empty beside its log is refused by both, and the log is kept', async () => {
  await filled('full.db');
  const held = new DatabaseSync(file('full.db'));
  held.exec('pragma journal_mode = wal; create table mine (x); insert into mine values (1)');
  copyFileSync(`${file('full.db')}-wal`, `${file('empty.db')}-wal`);
  held.close();
  copyFileSync(file('full.db'), file('empty.db'));
  truncateSync(file('empty.db'), 0);
  const empty = `sqlite:${file('empty.db')}`;
  const log = statSync(`${file('empty.db')}-wal`).size;
  expect(log).toBeGreaterThan(0);
  for (const command of [['doctor'], ['serve', '--port', '0']]) {
    const { code, stdout, stderr } = await skein([...command, '--store', empty, '--json']);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain('STORE_CORRUPT');
    expect(stdout + stderr).toMatch(/empty or missing/);
  }
  expect(statSync(`${file('empty.db')}-wal`).size).toBe(log);
});
