// Goal: what was written moves with a run; names that a version adds, drops or nobody has written are as the new version says.
import { loadState, moveState, runView, versionId } from '@skein/kernel';
import { expect, it } from 'vitest';
import { edge, play, step } from '../run/play.ts';

const write = { id: 'w', type: 'set', config: { append: { list: 1 }, set: { gone: 2 } } };
const others = [step('f'), step('late', { config: { name: 'f', args: '${state.deep.id}' } })];

it('[K811] a moved run keeps what was written under declared names, and waits for the same ones', () => {
  const policy = { onUnresolved: 'pend' } as const;
  const run = play({
    policy,
    state: { list: [], gone: 0, kept: 'old', deep: {} },
    nodes: [write, ...others],
    edges: [edge('w -> f')],
  }).start();
  const set = { id: 'w2', type: 'set', config: { set: { deep: { id: 7 } } } };
  const { graph } = play({
    policy,
    state: { added: true, deep: {}, kept: 'new', list: ['x'] },
    nodes: [{ ...write, config: {} }, ...others, set],
    edges: [edge('w -> f'), edge('f -> w2')],
  });
  const moved = moveState(run.state, run.graph, { graph, version: versionId('v2') });
  expect(moved.obstacles).toEqual([]);
  const state = loadState(graph, moved.state);
  expect(runView(graph, state)['state']).toEqual({ added: true, deep: {}, kept: 'new', list: [1] });
  const [pending] = state.nodes.get(2)?.alive ?? [];
  // The names of the new version are in another order.
  expect(pending?.extra?.missing?.sources).toEqual([-3]);
  expect(state.pendingOn.has(-3)).toBe(true);
});
