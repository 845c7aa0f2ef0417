// Goal: nothing about a run's size can overflow the stack or block the event loop. Method: very long and very wide graphs,
// with functions that answer at once, the worst case for recursion.
import { createEngine, type Compile } from '@skein/engine';
import { buildWorkflow, task } from '@skein/testkit';
import { memoryStore } from '@skein/stores';
import { compileGraph, nativeKinds, versionId } from '@skein/kernel';
import type { NodeType } from '@skein/ports';
import { expect, it } from 'vitest';

const size = 100_000;

const taskType: NodeType = {
  kind: { type: 'task', mode: 'execute', ports: ['output'] },
  description: '',
  run: () => ({ value: 1 }),
};
const nodeTypes = new Map([['task', taskType]]);
const kinds = new Map([...nativeKinds, ['task', taskType.kind]]);

/** Without the checks of a dialect, which have tests of their own. */
const compile: Compile = (definition) => {
  const { graph, diagnostics } = compileGraph(definition as ReturnType<typeof buildWorkflow>, {
    kinds,
  });
  return { graph, version: versionId('sha256:1'), diagnostics };
};

it('[E4] a chain of 100,000 functions that answer at once does not overflow the stack', async () => {
  const nodes = Array.from({ length: size }, (_, i) => task(`n${i}`));
  const edges = Array.from({ length: size - 1 }, (_, i) => ({ from: `n${i}`, to: `n${i + 1}` }));
  const engine = await createEngine({ store: memoryStore(), nodeTypes, compile });
  const { id } = await engine.runs.start(buildWorkflow({ nodes, edges }));
  const done = await engine.runs.finished(id);
  expect(done).toMatchObject({ status: 'completed', usage: { steps: size } });
  await engine.close();
});

it('[E4] a fan-out of 100,000 functions does not overflow the stack', async () => {
  const arms = Array.from({ length: size }, (_, i) => task(`n${i}`));
  const edges = arms.flatMap(({ id }) => [
    { from: 'start', to: id },
    { from: id, to: 'join', in: id },
  ]);
  const nodes = [{ id: 'start', type: 'start' }, ...arms, task('join')];
  const engine = await createEngine({ store: memoryStore(), nodeTypes, compile });
  const policy = { concurrency: size, maxSteps: 10 * size };
  const { id } = await engine.runs.start(buildWorkflow({ nodes, edges, policy }));
  const done = await engine.runs.finished(id);
  expect(done).toMatchObject({ status: 'completed', usage: { steps: size + 2 } });
  await engine.close();
});

it('[E4] a long run leaves the event loop its turns', async () => {
  const edges = [
    { from: 'n0', to: 'n1' },
    { from: 'n1', to: 'n0', loop: true },
  ];
  const workflow = buildWorkflow({
    nodes: [task('n0'), task('n1')],
    edges,
    policy: { maxSteps: 20_000 },
  });
  const engine = await createEngine({ store: memoryStore(), nodeTypes });
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const { id } = await engine.runs.start(workflow);
  const done = await engine.runs.finished(id);
  isOver = true;
  expect(done.error?.code).toBe('LIMIT_REACHED');
  expect(turns).toBeGreaterThan(15);
  await engine.close();
});
