// Goal: a function that does not take the same path twice is refused with both places named; changed code goes on by names.
import { memoryStore } from '@skein/stores';
import { createEngine, StepError, workflow, type Workflow } from 'skein';
import { describe, expect, it } from 'vitest';

/** No model answers. */
const script = { replies: [], otherwise: 'fail' } as const;

/** Begins a run of the one, which then waits for "ok", and goes on with the other. */
async function goOn(
  before: Workflow<null, unknown>,
  after: Workflow<null, unknown>,
): Promise<{ readonly output?: unknown; readonly code?: string; readonly message?: string }> {
  const store = memoryStore();
  const first = await createEngine({ store, script, workflows: [before] });
  const begun = await first.start(before, null);
  await begun.settled();
  await first.close();
  await using engine = await createEngine({ store, script, workflows: [after] });
  const run = engine.get(after, begun.id);
  await run.answer('ok', true);
  return run.result().catch((error: { code: string; message: string }) => error);
}

describe('a run without its code', () => {
  it('[SD443] waits until a process has it, beside one that has not', async () => {
    const store = memoryStore();
    const parked = workflow('parked', async (io) => {
      await io.sleep('20ms');
      return 'done';
    });
    const other = workflow('other', async () => 1);
    const first = await createEngine({ store, workflows: [parked] });
    const begun = await first.start(parked, null);
    await first.close();
    const durable = { sharing: { pollMs: 5, leaseMs: 60 } };
    const problems: unknown[] = [];
    const onProblem = (error: unknown) => void problems.push(error);
    await using without = await createEngine({ store, durable, workflows: [other], onProblem });
    await expect.poll(() => problems[0]).toMatchObject({ code: 'WORKFLOW_INVALID' });
    expect((await without.run(other, null)).output).toBe(1);
    await using engine = await createEngine({ store, durable, workflows: [parked, other] });
    expect((await engine.get(parked, begun.id).result()).output).toBe('done');
  });
});

describe('a run without its code, read', () => {
  it('[SD1701] is shown, followed and explained from its journal; what would drive it says what is missing', async () => {
    const store = memoryStore();
    const child = workflow('read-child', async (io) => io.step('double', () => 2));
    const order = workflow('read-order', { workflows: [child] }, async (io): Promise<unknown> => {
      await io.step('price', () => 40);
      await io.step('odd', () => Promise.reject(new Error('odd'))).catch(() => {});
      await io.run('twice', child, null);
      await io.approval('boss', { prompt: 'Buy it?' });
      return 'bought';
    });
    const first = await createEngine({ store, workflows: [order] });
    const begun = await first.start(order, null);
    await begun.settled();
    const whole = await first.runs.get(begun.id);
    const explained = await first.runs.explain(begun.id, 'run');
    await first.close();
    await using engine = await createEngine({ store, durable: { recovers: false } });
    expect(await engine.runs.get(begun.id)).toEqual(whole);
    expect(await engine.runs.explain(begun.id, 'run')).toEqual(explained);
    expect(explained.words).toContain(
      'Its calls, as its journal has them: price, odd (failed), twice, boss.',
    );
    expect((await engine.runs.view(begun.id, 'native'))['status']).toBe('waiting');
    const [wait] = whole.waits;
    await expect(engine.waits.answer(wait?.id ?? '', 'approve')).rejects.toMatchObject({
      code: 'WORKFLOW_INVALID',
      message: expect.stringContaining('The code of "workflow:read-order" is not loaded here.'),
    });
  });
});

describe('a function that is called again', () => {
  it('[SD31] with the same code and another path is refused, with both places', async () => {
    let isFirst = true;
    const chance = workflow('chance', async (io) => {
      await io.step('create', () => 1);
      if (isFirst) await io.step('mail', () => 2);
      else await io.step('lookup', () => 3);
      isFirst = false;
      await io.approval('ok', { prompt: '?' });
    });
    const ended = await goOn(chance, chance);
    expect(ended).toMatchObject({ code: 'NOT_DETERMINISTIC' });
    expect(ended.message).toContain('it asks for "lookup" where its journal has "mail"');
    expect(ended.message).toContain('io.now');
  });

  it('[SD442] that ends without what it recorded is refused, also when it has caught the error', async () => {
    let calls = 0;
    const short = workflow('short', async (io): Promise<unknown> => {
      calls += 1;
      const isAgain = calls > 1;
      await io.step('create', () => 1);
      if (isAgain) return 'short';
      await io.step('mail', () => 2);
      await io.approval('ok', { prompt: '?' });
      return 'whole';
    });
    const ended = await goOn(short, short);
    expect(ended).toMatchObject({ code: 'NOT_DETERMINISTIC' });
    expect(ended.message).toContain('it ends where its journal has "mail"');
    let more = 0;
    const caught = workflow('caught', async (io): Promise<unknown> => {
      more += 1;
      const isAgain = more > 1;
      try {
        await io.step(isAgain ? 'other' : 'create', () => 1);
      } catch {
        return 'caught';
      }
      await io.approval('ok', { prompt: '?' });
      return 'whole';
    });
    expect(await goOn(caught, caught)).toMatchObject({ code: 'NOT_DETERMINISTIC' });
  });

  it('[SD442] goes on after a call of a model that failed, and that it has caught', async () => {
    const asks = workflow('asks', async (io): Promise<unknown> => {
      const text = await io
        .llm('title', { prompt: 'A title', retry: 1 })
        .catch((error: unknown) => (error instanceof StepError ? 'none' : 'lost'));
      await io.step('keep', () => text);
      await io.approval('ok', { prompt: '?' });
      return [text, await io.step('more', () => 1)];
    });
    expect(await goOn(asks, asks)).toMatchObject({ output: ['none', 1] });
  });

  it('[SD31] does nothing new before it has caught up', async () => {
    let calls = 0;
    const made: string[] = [];
    const early = workflow('early', async (io) => {
      calls += 1;
      const isAgain = calls > 1;
      const slow = io.step('slow', () => 1);
      if (isAgain) await io.step('new', () => void made.push('new'));
      await slow;
      await io.step('more', () => 2);
      await io.approval('ok', { prompt: '?' });
    });
    expect(await goOn(early, early)).toMatchObject({ code: 'NOT_DETERMINISTIC' });
    expect(made).toEqual([]);
  });

  it('[SD32] with changed code finds what it recorded by name, does what is new and leaves what is gone', async () => {
    const made: string[] = [];
    const step = (name: string) => () => {
      made.push(name);
      return name;
    };
    const before = workflow('changes', async (io) => {
      await io.step('create', step('create'));
      await io.step('gone', step('gone'));
      await io.step('kept', step('kept'));
      await io.approval('ok', { prompt: '?' });
      return null;
    });
    const after = workflow('changes', async (io) => {
      const create = await io.step('create', step('create again'));
      const added = await io.step('added', step('added'));
      const kept = await io.step('kept', step('kept again'));
      const { approved } = await io.approval('ok', { prompt: '?' });
      return { create, added, kept, approved };
    });
    const { output } = await goOn(before, after);
    expect(output).toEqual({ create: 'create', added: 'added', kept: 'kept', approved: true });
    expect(made).toEqual(['create', 'gone', 'kept', 'added']);
  });

  it('[SD33] io.version is false for runs that went past it before, and true for others', async () => {
    const before = workflow('versions', async (io): Promise<unknown> => {
      await io.step('a', () => 1);
      await io.approval('ok', { prompt: '?' });
      return null;
    });
    const after = workflow('versions', async (io): Promise<unknown> => {
      const atStart = await io.version('start');
      await io.step('a', () => 1);
      await io.approval('ok', { prompt: '?' });
      return [atStart, await io.version('end')];
    });
    expect((await goOn(before, after)).output).toEqual([false, true]);
    expect((await goOn(after, after)).output).toEqual([true, true]);
  });
});
