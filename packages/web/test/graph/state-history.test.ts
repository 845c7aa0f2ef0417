import { compileNative } from '@skein/dialects';
import { nativeKinds, type RunEvent } from '@skein/kernel';
import { expect, it } from 'vitest';
import { advanceReplay, createReplay } from '../../src/graph/run/rebuild-run.ts';
import { changeWords, stateAfterWrites, stateWrites } from '../../src/graph/run/state-history.ts';

it('[W951] what each step wrote, and the state after any of them, comes from the journal', () => {
  const writes = [
    { set: { city: 'Gent' }, append: { seen: 1 } },
    { extend: { seen: [2, 3] }, increment: { count: -2 } },
    { remove: ['city'], set: { seen: [9] } },
    { append: { seen: 10 } },
  ];
  const nodes = writes.map((config, index) => ({ id: `n${index}`, type: 'set', config }));
  const edges = nodes.slice(1).map(({ id }, index) => ({ from: `n${index}`, to: id }));
  const state = { seen: [], count: 0, city: null };
  const { graph } = compileNative(
    { skein: 1, id: 'w', state, nodes, edges },
    { kinds: nativeKinds },
  );
  // The beginning of a journal.
  const started = {
    seq: 1,
    at: 5,
    id: 'e1',
    type: 'run.started',
    run: 'r',
    workflow: { id: 'w', version: 'v' },
    rules: 5,
  } as unknown as RunEvent;
  const replay = advanceReplay(createReplay(graph!), [started]);
  const found = stateWrites(replay);
  expect(found.map(({ node, seq }) => [node, seq])).toEqual(nodes.map(({ id }) => [id, 1]));
  const after = nodes.map((_, index) => stateAfterWrites(replay, found, index + 1));
  expect(after).toEqual([
    { seen: [1], count: 0, city: 'Gent' },
    { seen: [1, 2, 3], count: -2, city: 'Gent' },
    { seen: [9], count: -2 },
    { seen: [9, 10], count: -2 },
  ]);
  expect(stateAfterWrites(replay, found, 0)).toEqual(state);
  expect(after.at(-1)).toEqual(replay.view['state']);
  expect(found.flatMap(({ changes }) => changes.map(changeWords))).toContain('count -2');
});
