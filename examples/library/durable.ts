// A process that is killed in the middle loses nothing. This file plays both parts: without arguments it starts itself as
// a worker, kills that with SIGKILL between two calls, starts it again, and looks at what was done how often.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEngine } from 'skein';

const [folder] = process.argv.slice(2);
if (folder === undefined) await watchAndKill();
else await work(folder);

async function work(place: string): Promise<void> {
  const ledger = path.join(place, 'ledger.txt');
  const note = (line: string) => {
    appendFileSync(ledger, `${line}\n`);
    return line;
  };
  // #region durable
  const engine = await createEngine({
    store: `sqlite:${path.join(place, 'skein.db')}`,
    functions: {
      charge: () => note('charge'),
      pack: async () => {
        note('pack');
        await sleep(1000);
        return 'packed';
      },
      send: () => note('send'),
    },
  });
  const step = (name: string) => ({ id: name, type: 'function', config: { name } });
  const order = {
    skein: 1,
    id: 'order',
    nodes: [step('charge'), step('pack'), step('send')],
    edges: [
      { from: 'charge', to: 'pack' },
      { from: 'pack', to: 'send' },
    ],
  };
  // The same key: after a crash this is the run that was started before, and it resumes automatically.
  const run = await engine.runs.start(order, { idempotencyKey: 'order-17' });
  const { status } = await engine.runs.finished(run.id);
  // #endregion
  note(`${run.id} ${status}`);
  await engine.close();
}

async function watchAndKill(): Promise<void> {
  const place = mkdtempSync(path.join(tmpdir(), 'skein-durable-'));
  try {
    const first = startWorker(place);
    while (!ledgerOf(place).includes('pack') && first.child.exitCode === null) await sleep(20);
    assert.ok(first.child.kill('SIGKILL'));
    await first.ended;
    await startWorker(place).ended;
    const lines = ledgerOf(place);
    // `charge` was recorded and is not made again; `pack` was interrupted and is; there is one run.
    assert.deepEqual(lines.slice(0, 4), ['charge', 'pack', 'pack', 'send']);
    assert.match(lines[4] ?? '', /completed$/);
    console.log(lines.join('\n'));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function startWorker(place: string) {
  const child = spawn(process.execPath, [import.meta.filename, place], { stdio: 'inherit' });
  return { child, ended: new Promise<void>((done) => child.on('close', () => done())) };
}

function ledgerOf(place: string): readonly string[] {
  try {
    return readFileSync(path.join(place, 'ledger.txt'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}
