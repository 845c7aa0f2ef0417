// Goal: a durable function on a file comes to its exact result however often its process is killed. SKEIN_KILLS sets how often at least;
// default 3, so that the test is short.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createEngine } from 'skein';
import { expect, it } from 'vitest';
import { hostFile } from '../../src/servers/host-file.ts';

const killsWanted = Number(process.env['SKEIN_KILLS'] ?? 3);
const worker = hostFile('packages/testkit/test/crash/functions-worker-main.ts');

const expected = Array.from({ length: 6 }, (_, round) => [
  ['a0b0', 'a1b1', 'a2b2', 'a3b3'],
  `round ${round}`,
  round * 2,
  'silent',
]);

/** What it said until it ended or was killed, `killAfterMs` after it was ready. */
function play(
  folder: string,
  killAfterMs: number | null,
): Promise<{ said: string; killed: boolean }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [worker, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let killed = false;
    let timer: NodeJS.Timeout | undefined;
    child.stderr.on('data', (text) => (said += String(text)));
    child.stdout.on('data', (text) => {
      said += String(text);
      if (killAfterMs === null || timer !== undefined || !said.includes('READY')) return;
      timer = setTimeout(() => {
        killed = child.kill('SIGKILL');
      }, killAfterMs);
    });
    child.on('close', () => {
      clearTimeout(timer);
      done({ said, killed });
    });
  });
}

/** When each step was recorded, by the key that it is told. */
async function recordedAt(folder: string): Promise<ReadonlyMap<string, number>> {
  const durable = { recovers: false };
  await using engine = await createEngine({ store: `sqlite:${folder}/runs.db`, durable });
  const found = new Map<string, number>();
  for (const { id } of (await engine.runs.list({})).items) {
    for (const row of await engine.runs.journal(id)) {
      if (row.type !== 'step.recorded') continue;
      found.set(`${id}/${row.node}/${row.activation}/${row.key}`, row.at);
    }
  }
  return found;
}

it('[SD34] a durable function on SQLite survives kill -9, again and again', async () => {
  let kills = 0;
  for (let game = 0; kills < killsWanted; game++) {
    const folder = mkdtempSync(path.join(tmpdir(), 'functions-killed-'));
    let said = '';
    for (let n = 0; !/DONE|FAILED/.test(said); n++) {
      // Steps of a prime length come to all places; at last it may finish.
      const isKilled = n < 12 && kills < killsWanted;
      const killAfterMs = isKilled ? 10 + ((game * 61 + n * 37) % 170) : null;
      const played = await play(folder, killAfterMs);
      said = played.said;
      if (played.killed) kills += 1;
      if (n > 20) throw new Error(`It does not get on: ${said}`);
    }
    expect(JSON.parse(said.replace(/^[^]*DONE /, ''))).toEqual(expected);
    const recorded = await recordedAt(folder);
    const made = readFileSync(path.join(folder, 'made.txt'), 'utf8').trim().split('\n');
    const again = made.filter((line) => {
      const [key = '', at] = line.split('\t');
      return Number(at) > (recorded.get(key) ?? Number.POSITIVE_INFINITY);
    });
    expect(again).toEqual([]);
    expect(recorded.size).toBe(6 * 9);
    rmSync(folder, { recursive: true });
  }
  expect(kills).toBeGreaterThanOrEqual(killsWanted);
}, 900_000);
