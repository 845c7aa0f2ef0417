// Goal: a replay that another process takes over still reuses what the first run recorded, each result once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngine, type Engine, type LanguageModel } from 'skein';
import { afterEach, expect, it, onTestFinished } from 'vitest';

const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close({ drainMs: 0 });
});

function temporaryStore(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-replay-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return `sqlite:${path.join(folder, 'runs.db')}`;
}

/** An engine whose models say their node's name; the call of number `hangs` is never answered. */
async function open(
  store: string,
  { hangs = 0, dice = () => 0 }: { readonly hangs?: number; readonly dice?: () => number } = {},
) {
  const calls: string[] = [];
  const model = (name = 'default'): LanguageModel => ({
    provider: 'own',
    name,
    call: ({ caller, signal }) => {
      calls.push(caller.node);
      const reply = { text: caller.node, toolCalls: [], usage: { input: 10, output: 5, usd: 0.5 } };
      if (calls.length !== hangs) return Promise.resolve(reply);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    },
  });
  const problems: unknown[] = [];
  const onProblem = (error: unknown) => problems.push(error);
  const engine = await createEngine({ store, models: { model }, functions: { dice }, onProblem });
  engines.push(engine);
  return { engine, calls, problems };
}

/** Replays it in a process that ends while a model is asked, and gives back the new run. */
async function cutReplay(
  { engine, calls }: Awaited<ReturnType<typeof open>>,
  run: string,
  change: { readonly prompt: { readonly [node: string]: string }; readonly calls: number },
): Promise<string> {
  let replayed = '';
  const report = engine.runs.replay(run, {
    with: { prompt: change.prompt },
    onStarted: (id) => (replayed = id),
  });
  const ended = report.then(
    () => 'ended',
    () => 'cut',
  );
  await expect.poll(() => calls).toHaveLength(change.calls);
  await engine.close({ drainMs: 0 });
  expect(await ended).toBe('cut');
  return replayed;
}

const llm = (id: string, prompt: string) => ({ id, type: 'llm', config: { prompt } });

it('[RP8] asks only what differs, also in the process that continues', async () => {
  const store = temporaryStore();
  const first = await open(store);
  const { id } = await first.engine.runs.start({
    skein: 1,
    id: 'line',
    nodes: [
      llm('a', 'A.'),
      llm('b', 'B.'),
      { id: 'ok', type: 'approval', config: { prompt: 'Good?' } },
      llm('c', 'C.'),
    ],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'ok' },
      { from: 'ok', out: 'approved', to: 'c' },
    ],
  });
  await first.engine.runs.settled(id);
  await first.engine.waits.answer({ run: id }, 'yes');
  await first.engine.runs.finished(id);
  await first.engine.close({ drainMs: 0 });
  const second = await open(store, { hangs: 1 });
  const replayed = await cutReplay(second, id, { prompt: { a: 'Another A.' }, calls: 1 });
  const third = await open(store);
  const run = await third.engine.runs.finished(replayed);
  expect(run).toMatchObject({ status: 'completed', output: 'c', usage: { modelCalls: 3 } });
  expect(third.calls).toEqual(['a']);
});

it('[RP8] what was used before the restart is not used again', async () => {
  const store = temporaryStore();
  let rolled = 0;
  const first = await open(store, { dice: () => (rolled += 1) });
  const { id } = await first.engine.runs.start({
    skein: 1,
    id: 'rounds',
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'roll', type: 'function', config: { name: 'dice', args: {} } },
      llm('talk', 'Talk.'),
      {
        id: 'more',
        type: 'if',
        config: { condition: { left: '${roll.output}', op: 'lt', right: 4 } },
      },
      { id: 'again', type: 'transform', config: { value: 'again' } },
      { id: 'end', type: 'transform', config: { value: '${roll.output}' } },
    ],
    edges: [
      { from: 'start', to: 'roll' },
      { from: 'roll', to: 'talk' },
      { from: 'talk', to: 'more' },
      { from: 'more', out: 'true', to: 'again' },
      { from: 'again', to: 'roll' },
      { from: 'more', out: 'false', to: 'end' },
    ],
  });
  expect((await first.engine.runs.finished(id)).output).toBe(4);
  await first.engine.close({ drainMs: 0 });
  // Rounds two to four ask the dice for the same; the process ends in the third.
  const second = await open(store, { hangs: 3 });
  const replayed = await cutReplay(second, id, { prompt: { talk: 'Speak.' }, calls: 3 });
  const third = await open(store);
  const run = await third.engine.runs.finished(replayed);
  expect(run).toMatchObject({ status: 'completed', output: 4 });
  expect(third.calls).toEqual(['talk', 'talk']);
});

it('[RP8] a run that was deleted meanwhile is requested again, and that is reported', async () => {
  const store = temporaryStore();
  const first = await open(store);
  const flow = { skein: 1, id: 'two', nodes: [llm('a', 'A.'), llm('b', 'B.')] };
  const { id } = await first.engine.runs.start({ ...flow, edges: [{ from: 'a', to: 'b' }] });
  await first.engine.runs.finished(id);
  await first.engine.close({ drainMs: 0 });
  const second = await open(store, { hangs: 1 });
  const replayed = await cutReplay(second, id, { prompt: { a: 'Another A.' }, calls: 1 });
  const cleaner = await createEngine({ store, durable: { recovers: false } });
  await cleaner.runs.prune({ endedBefore: Date.now() + 1 });
  await cleaner.close({ drainMs: 0 });
  const third = await open(store);
  const run = await third.engine.runs.finished(replayed);
  expect(run.status).toBe('completed');
  expect(third.calls).toEqual(['a', 'b']);
  expect(third.problems).toMatchObject([{ message: expect.stringContaining('is gone') }]);
});
