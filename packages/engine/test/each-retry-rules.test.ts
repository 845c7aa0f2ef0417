// Goal: the items of a node count their failures by the rules of its retry policy, also after a restart.
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const rules = [
  { on: ['BUSY'], attempts: 3, backoffMs: 5, factor: 1 },
  { on: ['GONE'], attempts: 1 },
];
const workflow = buildWorkflow({
  nodes: [
    task('a', {
      each: { items: ['x', 'y'], onError: 'mark' },
      retry: { attempts: 2, backoffMs: 5, rules },
    }),
  ],
});

describeEngine('retry rules of items', (make) => {
  it('[E2650] each item has the attempts of the rule that fits its failure', async () => {
    const calls: string[] = [];
    const { start, engine, clock } = await make({
      task: ({ previous, attempt }) => {
        calls.push(`${previous === 'x' ? 'x' : 'y'}${attempt}`);
        if (previous === 'y') throw Object.assign(new Error('Gone.'), { code: 'GONE' });
        if (attempt < 4)
          throw Object.assign(new Error('Not now.'), { code: attempt === 2 ? 'ODD' : 'BUSY' });
        return { value: attempt };
      },
    });
    const id = await start(workflow);
    for (let time = 0; time < 4; time++) await clock.advance(10);
    const done = await engine.runs.finished(id);
    expect(done.output).toEqual([4, { item: 'y', error: { code: 'GONE', message: 'Gone.' } }]);
    expect(calls).toEqual(['x1', 'x2', 'x3', 'x4', 'y1']);
  });
});
