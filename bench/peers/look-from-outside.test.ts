// Goal: what the harness looks up in the file of a peer leaves the locks of the peer alone. They are dropped when any descriptor of the file is
// closed in the process of the peer, so the look must not open one there.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookFromOutside } from './look-from-outside.ts';

interface Looker {
  readonly look: (file: string) => Promise<{ readonly opened: number; readonly rows: unknown }>;
}

// Looks as the harness does, and counts the descriptors of the file that its own process has then.
const looker = `import { readdirSync, readlinkSync } from 'node:fs';
const linkOf = (fd) => { try { return readlinkSync('/proc/self/fd/' + fd); } catch { return ''; } };
const opened = (file) => readdirSync('/proc/self/fd').filter((fd) => linkOf(fd) === file).length;
export async function look(file) {
  const before = opened(file);
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const count = database.prepare('select count(*) as c from step where run = ?');
  const result = { rows: [count.get('a'), database.prepare('select 1 from step where run = ?').get('b')], opened: opened(file) - before };
  database.close();
  return result;
}
`;
const folder = mkdtempSync(path.join(tmpdir(), 'skein-outside-'));
const parts = ['child.mjs', 'adapters/langgraph.mjs', 'adapters/mastra.mjs'];

beforeAll(() => {
  mkdirSync(path.join(folder, 'adapters'));
  for (const part of parts) writeFileSync(path.join(folder, part), looker, { mode: 0o444 });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('opens no file of a peer in the process of the peer, and sees what is stored there', async () => {
  const file = path.join(folder, 'peer.db');
  const peer = new DatabaseSync(file);
  peer.exec(
    "PRAGMA journal_mode=WAL; create table step(run text); insert into step values ('a'), ('a')",
  );
  lookFromOutside(folder);
  for (const part of parts) {
    // Written above.
    const { look } = (await import(pathToFileURL(path.join(folder, part)).href)) as Looker;
    expect(await look(file)).toEqual({ opened: 0, rows: [{ c: 2 }, undefined] });
  }
  peer.close();
});

it('refuses a harness that looks in another way', () => {
  writeFileSync(path.join(folder, 'child.mjs'), '');
  expect(() => {
    lookFromOutside(folder);
  }).toThrow("child.mjs of the harness has no import('node:sqlite').");
});
