// Goal: a durable function with everything in it survives the death of its process after every append: its result is exact, and no step is
// made again that was recorded. Method: the store of a process stops answering after its n-th append; another process goes on.
import type { Store } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { dyingStore } from '@skein/testkit';
import { createEngine, event, StepError, TimeoutError, workflow, type Engine } from 'skein';
import { expect, it } from 'vitest';

interface World {
  readonly store: Store;
  /** Steps that were made, by the keys that they were told. */
  made: string[];
}

const later = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

function workflowsOf(world: World) {
  const note = ({ key }: { readonly key: string }) => void world.made.push(key);
  const ping = event<{ n: number }>('ping');
  const child = workflow('child', async (io, n: number) => {
    await io.sleep('3ms');
    return io.step('twice', (step) => (note(step), n * 2));
  });
  const flow = workflow('everything', { workflows: [child] }, async (io, rounds: number) => {
    const log: unknown[] = [];
    for (let round = 0; round < rounds; round++) {
      const items = await io.map('items', [0, 1, 2], async (item, own) => {
        const a = await own.step('a', async (step) => {
          note(step);
          await later((3 - item) * 2);
          return `a${item}`;
        });
        return own.step('b', (step) => (note(step), `${a}b${item}`));
      });
      await io.sleep('4ms');
      const [boss, twice] = await Promise.all([
        io.approval('boss', { prompt: `round ${round}` }),
        io.run('child', child, round),
      ]);
      const tried = await io.step(
        'tried',
        (step) => {
          note(step);
          if (step.attempt < 2) throw new Error('not yet');
          return step.attempt;
        },
        { retry: { attempts: 3, backoff: 2 } },
      );
      const failed = await io
        .step('failed', (step) => {
          note(step);
          throw new Error(`no ${round}`);
        })
        .catch((error: unknown) => (error instanceof StepError ? error.message : 'lost'));
      const silent = await io
        .event(ping, { if: { n: round }, within: '5ms' })
        .then(() => 'pinged')
        .catch((error: unknown) => (error instanceof TimeoutError ? 'silent' : 'lost'));
      log.push({ items, note: boss.note, twice, tried, failed, silent });
    }
    return log;
  });
  return { flow, workflows: [flow] };
}

const expected = (rounds: number) =>
  Array.from({ length: rounds }, (_, round) => ({
    items: ['a0b0', 'a1b1', 'a2b2'],
    note: `round ${round}`,
    twice: round * 2,
    tried: 2,
    failed: `no ${round}`,
    silent: 'silent',
  }));

async function play(world: World, store: Store, rounds: number): Promise<unknown> {
  const { flow, workflows } = workflowsOf(world);
  const engine = await createEngine({
    store,
    workflows,
    // The one that died is silent for that long before its runs are taken over.
    durable: { sharing: { pollMs: 5, leaseMs: 60 } },
  });
  const run = await engine.start(flow, rounds, { key: 'once' });
  const result = run.result();
  let isOver = false;
  const over = () => void (isOver = true);
  result.then(over, over);
  while (!isOver) {
    await answerAll(engine);
    await later(3);
  }
  const { output } = await result;
  await engine.close();
  return output;
}

/** A person who approves whatever is asked, and says what it was. */
async function answerAll(engine: Engine): Promise<void> {
  const { items } = await engine.waits.list({});
  for (const { id, question } of items) {
    if (question.kind !== 'approval') continue;
    const answer = { decision: 'approve', note: question.prompt ?? '' };
    await engine.waits.answer(id, answer).catch(() => {});
  }
}

async function recordedSteps({ store }: World): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  const { items } = await store.runs.list({});
  for (const { id } of items) {
    for (const row of (await store.runs.journal(id)) ?? []) {
      if (row.type !== 'step.recorded') continue;
      const { node, activation, key } = row;
      keys.add(`${id}/${node}/${activation}/${key.replace(/!$/, '')}`);
    }
  }
  return keys;
}

it('[SD30] a durable function survives the death of its process after every append', async () => {
  const rounds = 2;
  let isBeyond = false;
  let appends = 1;
  for (; !isBeyond && appends < 300; appends++) {
    const world: World = { store: memoryStore(), made: [] };
    const died = Promise.withResolvers<'died'>();
    const dying = dyingStore(world.store, appends, () => died.resolve('died'));
    const first = await Promise.race([play(world, dying, rounds), died.promise]);
    isBeyond = first !== 'died';
    const recorded = await recordedSteps(world);
    world.made = [];
    const output = isBeyond ? first : await play(world, world.store, rounds);
    expect([appends, output]).toEqual([appends, expected(rounds)]);
    expect([appends, world.made.filter((key) => recorded.has(key))]).toEqual([appends, []]);
  }
  expect(isBeyond).toBe(true);
  expect(appends).toBeGreaterThan(30);
}, 240_000);
