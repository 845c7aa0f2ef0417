// Goal: a disk that is full, read-only or damaged, and a process without descriptors: a clear error, no half step, and it
// continues when there is space again.
import { runId } from '@skein/kernel';
import { nativeNodeTypes } from '@skein/agents';
import { createEngine } from '@skein/engine';
import { seededRandom } from '@skein/simulation';
import { EngineError } from '@skein/ports';
import { openStore } from '@skein/stores';
import { buildWorkflow } from '@skein/testkit';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'skein-disk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const isRoot = process.getuid?.() === 0;
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

const ids = Array.from({ length: 20 }, (_, i) => `say${i}`);
const flow = buildWorkflow({
  id: 'disk',
  nodes: ids.map((id) => ({ id, type: 'function', config: { name: 'say' } })),
  edges: ids.slice(1).map((id, i) => ({ from: `say${i}`, to: id })),
});
let said = 0;
const functions = new Map([['say', { run: () => `${(said += 1)} ${'x'.repeat(20_000)}` }]]);
const nodeTypes = nativeNodeTypes({ functions });

it('C7 [E120] a full disk: the process lives, the run waits, and continues when there is space', async ({
  skip,
}) => {
  skip(!isRoot || !has('mount'), 'only root can mount a small disk');
  const disk = path.join(folder, 'small');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
  try {
    const store = await openStore(`sqlite:${path.join(disk, 'a.db')}`);
    const codes: string[] = [];
    const append: typeof store.runs.append = async (...given) => {
      try {
        await store.runs.append(...given);
      } catch (error) {
        codes.push(error instanceof EngineError ? error.code : String(error));
        if (codes.length === 2) rmSync(path.join(disk, 'filler'));
        throw error;
      }
    };
    const watched = { ...store, runs: { ...store.runs, append } };
    const engine = await createEngine({ store: watched, nodeTypes, durable: {} });
    const { id } = await engine.runs.start(flow);
    const fill = 'head -c 4m /dev/zero > "$0" || true';
    execFileSync('sh', ['-c', fill, path.join(disk, 'filler')], { stdio: 'ignore' });
    expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed' });
    expect(codes.length).toBeGreaterThan(1);
    expect(new Set(codes)).toEqual(new Set(['STORE_FULL']));
    expect((await engine.runs.journal(id)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: ids.length + 1 }, (_, i) => i + 1),
    );
    await engine.close();
    await store.close();
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
});

it('C7 [S24] a folder that cannot be written to: a code, and the name of the file', async ({
  skip,
}) => {
  skip(!isRoot || !has('mount'), 'only root can mount a disk that cannot be written to');
  const disk = path.join(folder, 'fixed');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', disk]);
  try {
    const file = path.join(disk, 'a.db');
    const refused = openStore(`sqlite:${file}`);
    await expect(refused).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(refused).rejects.toThrow(file);
  } finally {
    execFileSync('umount', [disk]);
  }
});

it('C7 [S24] without descriptors a run continues, another file is refused with a code, and opened when there are some', ({
  skip,
}) => {
  skip(process.platform === 'win32', 'there are no such limits');
  const host = path.join(import.meta.dirname, '../../src/disk/descriptors-host-main.ts');
  const files = ['one.db', 'two.db'].map((name) => `sqlite:${path.join(folder, name)}`);
  const command = 'ulimit -n 120; exec "$0" "$@"';
  const text = execFileSync('sh', ['-c', command, process.execPath, host, ...files]);
  expect(JSON.parse(text.toString())).toEqual({
    limit: 'EMFILE',
    status: 'completed',
    without: 'STORE_UNAVAILABLE',
    withThem: 'opened',
  });
});

it('C6 [S24] any byte of the write-ahead log flipped: it continues from a prefix, or is refused by its name', async () => {
  const file = path.join(folder, 'flip.db');
  const store = await openStore(`sqlite:${file}`);
  const engine = await createEngine({ store, nodeTypes, durable: {} });
  const { id } = await engine.runs.start(flow);
  await engine.runs.finished(id);
  const rows = (await store.runs.journal(id)) ?? [];
  // As after a kill: the log was not yet written into the file.
  const [main, log] = [readFileSync(file), readFileSync(`${file}-wal`)];
  await engine.close();
  await store.close();
  const random = seededRandom(1);
  const lengths = new Set<number>();
  for (let i = 0; i < 25; i++) {
    const image = path.join(folder, `flip-${i}.db`);
    const flipped = Buffer.from(log);
    const at = random.below(flipped.length);
    flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << random.below(8)), at);
    writeFileSync(image, main);
    writeFileSync(`${image}-wal`, flipped);
    lengths.add(await lengthOf(image, id, rows));
  }
  // Some flips hit what matters.
  expect(lengths.size).toBeGreaterThan(2);
});

/** How much of the journal is there; -1 when the file is refused. */
async function lengthOf(image: string, run: string, rows: readonly object[]): Promise<number> {
  try {
    const store = await openStore(`sqlite:${image}`);
    try {
      const left = (await store.runs.journal(runId(run))) ?? [];
      expect(left).toEqual(rows.slice(0, left.length));
      return left.length;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof EngineError) || !error.message.includes(image)) throw error;
    return -1;
  }
}
