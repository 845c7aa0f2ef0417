// Goal: what must not happen twice never does, whatever dies in between; a person decides where the outcome is unknown.
import type { Json } from '@skein/kernel';
import { buildWorkflow, describeEngine, task, type Harness } from '@skein/testkit';
import { expect, it } from 'vitest';

const guardedNode = buildWorkflow({ nodes: [task('a', { effect: 'guarded' })] });
const plainNode = buildWorkflow({ nodes: [task('a')] });

async function openWait({
  engine,
}: Harness): Promise<{ readonly id: string; readonly kind: string; readonly data: Json }> {
  const [wait] = (await engine.waits.list()).items;
  if (wait === undefined) throw new Error('Nobody is asked.');
  const { id, question } = wait;
  return { id, kind: question.kind, data: question.data ?? null };
}

describeEngine('guarded effects', (make) => {
  /** The effect takes place; then the process ends before its result is written. */
  async function interrupted(workflow: object, options: { readonly asStep: boolean }) {
    const effects: number[] = [];
    let isDead = true;
    const first = await make({
      task: async ({ attempt }, io) => {
        const effect = async () => {
          effects.push(attempt);
          if (isDead) await new Promise(() => {});
          return 'done again';
        };
        if (!options.asStep) return { value: await effect() };
        return { value: await io.step('pay', effect, { intent: { amount: 7 } }) };
      },
    });
    const run = await first.start(workflow, { input: { amount: 7 } });
    await first.settle();
    isDead = false;
    const second = await first.restart();
    await second.settle();
    return { second, run, effects };
  }

  const ways = [
    ['a guarded node', guardedNode, { asStep: false }],
    ['a step with an intent', plainNode, { asStep: true }],
  ] as const;

  it.each(ways)(
    '[E46] %s with an unknown outcome is not done again: a person is asked',
    async (_, workflow, how) => {
      const { second, run, effects } = await interrupted(workflow, how);
      expect(effects).toEqual([1]);
      const { kind, data } = await openWait(second);
      expect(kind).toBe('outcome');
      expect(JSON.stringify(data)).toContain('"amount":7');
      expect((await second.engine.runs.get(run)).status).toBe('waiting');
    },
  );

  it.each(ways)('[E46] %s is done again when the person says so', async (_, workflow, how) => {
    const { second, run, effects } = await interrupted(workflow, how);
    await second.engine.waits.answer((await openWait(second)).id, { action: 'retry' });
    expect((await second.engine.runs.finished(run)).output).toBe('done again');
    expect(effects).toEqual([1, 1]);
  });

  it.each(ways)('[E46] %s takes the result that the person knows', async (_, workflow, how) => {
    const { second, run, effects } = await interrupted(workflow, how);
    const { id } = await openWait(second);
    await second.engine.waits.answer(id, { action: 'result', result: { paid: true } });
    expect((await second.engine.runs.finished(run)).output).toEqual({ paid: true });
    expect(effects).toEqual([1]);
  });

  it.each(ways)('[E46] %s fails when the person says so', async (_, workflow, how) => {
    const { second, run } = await interrupted(workflow, how);
    const { id } = await openWait(second);
    await second.engine.waits.answer(id, { action: 'fail', message: 'it was not paid' });
    const { error } = await second.engine.runs.finished(run);
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', message: 'it was not paid' });
  });

  it('[E46] an answer that says nothing is refused, and the wait stays open', async () => {
    const { second } = await interrupted(guardedNode, { asStep: false });
    const { id } = await openWait(second);
    const answer = second.engine.waits.answer(id, { action: 'maybe' });
    await expect(answer).rejects.toMatchObject({ code: 'ANSWER_REFUSED' });
    expect((await openWait(second)).id).toBe(id);
  });

  it('[E46] a second crash while the person thinks changes nothing', async () => {
    const { second, run, effects } = await interrupted(guardedNode, { asStep: false });
    const third = await second.restart();
    await third.settle();
    const { id } = await openWait(third);
    await third.engine.waits.answer(id, { action: 'result', result: 1 });
    expect((await third.engine.runs.finished(run)).output).toBe(1);
    expect(effects).toEqual([1]);
  });

  it.each(ways)(
    '[E47] %s that fails before our eyes may be tried again without asking',
    async (_, workflow, { asStep }) => {
      let calls = 0;
      const harness = await make({
        task: async (__, io) => {
          const effect = () => {
            calls += 1;
            if (calls === 1) throw new Error('refused');
            return calls;
          };
          return { value: asStep ? await io.step('pay', effect, { intent: null }) : effect() };
        },
      });
      const [node] = workflow.nodes;
      const retried = { ...workflow, nodes: [{ ...node!, retry: { attempts: 2, backoffMs: 0 } }] };
      const run = await harness.start(retried);
      await harness.settle();
      await harness.clock.advance(1000);
      expect((await harness.engine.runs.finished(run)).output).toBe(2);
    },
  );

  it.each(ways)(
    '[E47] %s that ran out of time is not tried again without asking',
    async (_, workflow, { asStep }) => {
      const effects: number[] = [];
      const harness = await make({
        task: async ({ attempt }, io) => {
          const effect = () => {
            effects.push(attempt);
            return new Promise<Json>(() => {});
          };
          return {
            value: asStep ? await io.step('pay', effect, { intent: null }) : await effect(),
          };
        },
      });
      const [node] = workflow.nodes;
      const timed = { ...node!, timeoutMs: 50, retry: { attempts: 3, backoffMs: 0 } };
      await harness.start({ ...workflow, nodes: [timed] });
      await harness.settle();
      await harness.clock.advance(100);
      await harness.settle();
      expect(effects).toEqual([1]);
      expect((await openWait(harness)).kind).toBe('outcome');
    },
  );

  it('[E46] an undisturbed guarded node costs one row more', async () => {
    const { engine, run } = await make();
    const { id, output } = await run(guardedNode, { input: 5 });
    expect(output).toBe(5);
    const rows = await engine.runs.journal(id);
    expect(rows.map(({ type }) => type)).toEqual([
      'run.started',
      'step.recorded',
      'node.completed',
    ]);
  });
});
