// Trial runs of a part of a draft that has errors elsewhere.
import { expect, it } from 'vitest';
import { serve } from './serving.ts';

const code = { id: 'work', type: 'code', config: { code: 'return previous.toUpperCase()' } };
const flow = (others: readonly object[], edges: readonly object[]) => ({
  skein: 1,
  id: 'flow',
  name: 'Flow',
  nodes: [{ id: 'start', type: 'start' }, code, ...others],
  edges: [{ from: 'start', to: 'work' }, ...edges],
});

async function trying(draft: object) {
  const { send } = await serve();
  expect((await send('POST', '/api/v1/workflows', { body: flow([], []) })).status).toBe(201);
  const kept = await send('POST', '/api/v1/workflows/flow/drafts', { body: draft });
  expect([kept.status, kept.body.error]).toEqual([200, undefined]);
  const { version, diagnostics } = kept.body;
  return {
    errors: diagnostics.map(({ code: found }: { readonly code: string }) => found),
    run: (at: string, reach: string) =>
      send('POST', `/api/v1/workflows/flow/nodes/${at}/run?wait=20`, {
        body: { version, reach, input: 'tea', outputs: { start: 'tea' } },
      }),
  };
}

const broken = [
  [
    'a node of an unknown type',
    [{ id: 'later', type: 'nothing-known' }],
    [{ from: 'work', to: 'later' }],
  ],
  ['a missing setting', [{ id: 'later', type: 'if', config: {} }], [{ from: 'work', to: 'later' }]],
  ['a line to nowhere', [], [{ from: 'work', to: 'gone' }]],
  [
    'a reference to nothing',
    [{ id: 'later', type: 'transform', config: { value: '${gone.output}' } }],
    [{ from: 'work', to: 'later' }],
  ],
] as const;

it.each(broken)(
  '[V3100] %s elsewhere does not keep a node from being tried',
  async (_, nodes, edges) => {
    const { errors, run } = await trying(flow(nodes, edges));
    expect(errors.length).toBeGreaterThan(0);
    for (const reach of ['node', 'to']) {
      const { status, body } = await run('work', reach);
      expect([reach, status, body.error?.code, body.run?.output]).toEqual([
        reach,
        200,
        undefined,
        'TEA',
      ]);
    }
  },
);
