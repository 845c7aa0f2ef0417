// A process that plays the durable function of `functions-killed.test.ts` until it is killed: `node functions-worker-main.ts FOLDER`.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createEngine, event, TimeoutError, workflow } from 'skein';

const [, , folder = '.'] = process.argv;
const later = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
/** Written before the step is over: whoever reads it knows when each began. */
const note = (key: string) =>
  appendFileSync(path.join(folder, 'made.txt'), `${key}\t${Date.now()}\n`);

const ping = event<{ n: number }>('ping');
const child = workflow('child', async (io, n: number) => {
  await io.sleep('15ms');
  return io.step('twice', ({ key }) => (note(key), n * 2));
});
const flow = workflow('killed', { workflows: [child] }, async (io, rounds: number) => {
  const log: unknown[] = [];
  for (let round = 0; round < rounds; round++) {
    const items = await io.map('items', [0, 1, 2, 3], async (item, own) => {
      const a = await own.step('a', async ({ key }) => {
        note(key);
        await later((4 - item) * 5);
        return `a${item}`;
      });
      return own.step('b', async ({ key }) => {
        note(key);
        await later((item % 2) * 7);
        return `${a}b${item}`;
      });
    });
    await io.sleep('25ms');
    const [boss, twice] = await Promise.all([
      io.approval('boss', { prompt: `round ${round}` }),
      io.run('child', child, round),
    ]);
    const silent = await io
      .event(ping, { if: { n: round }, within: '30ms' })
      .then(() => 'pinged')
      .catch((error: unknown) => (error instanceof TimeoutError ? 'silent' : 'lost'));
    log.push([items, boss.note, twice, silent]);
  }
  return log;
});

const engine = await createEngine({
  store: `sqlite:${path.join(folder, 'runs.db')}`,
  workflows: [flow],
});
process.stdout.write('READY\n');
const run = await engine.start(flow, 6, { key: 'once' });
const result = run.result().then(
  ({ output }) => `DONE ${JSON.stringify(output)}\n`,
  (error: unknown) => `FAILED ${String(error)}\n`,
);
let said: string | undefined;
void result.then((text) => (said = text));
while (said === undefined) {
  for (const { id, question } of (await engine.waits.list({})).items) {
    if (question.kind !== 'approval') continue;
    const answer = { decision: 'approve', note: question.prompt ?? '' };
    await engine.waits.answer(id, answer).catch(() => {});
  }
  await later(5);
}
process.stdout.write(said);
await engine.close();
