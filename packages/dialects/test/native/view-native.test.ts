import { createRun, runView, versionId, workflowId } from '@skein/kernel';
import { expect, it } from 'vitest';
import { compileNative, native } from '../../src/index.ts';

it('[N32] a run is shown as the kernel sees it, with the name and dialect of its workflow', () => {
  const { graph } = compileNative({
    skein: 1,
    id: 'w',
    name: 'Flow',
    nodes: [{ id: 'a', type: 'join' }],
  });
  if (graph === null) throw new Error('the definition is sound');
  const fresh = createRun();
  const workflow = { id: workflowId('w'), version: versionId('sha256:1') };
  const state = { ...fresh, origin: { ...fresh.origin, workflow } };
  const view = native.view({ graph, state, dialect: 'canvas', journal: [] });
  expect(view).toEqual({
    ...runView(graph, state),
    workflow: { id: 'w', version: 'sha256:1', name: 'Flow', dialect: 'canvas' },
  });
  expect(Object.keys(view).slice(0, 3)).toEqual(['id', 'workflow', 'status']);
});
