// Trial runs of a part of a workflow: what runs, what is given, and that no approval is passed by.
import { expect, it } from 'vitest';
import { serve } from './serving.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- answers of the server, read loosely as clients do
type Loose = any;

const node = (id: string, type: string, config = {}, rest = {}) => ({ id, type, config, ...rest });
const pay = (id: string) => node(id, 'function', { name: 'pay', args: { at: id } });
const approve = (id: string) => node(id, 'approval', { prompt: `${id}?` });

async function trying(nodes: readonly object[], edges: readonly object[]) {
  const paid: string[] = [];
  const functions = { pay: ({ at }: { readonly at: string }) => (paid.push(at), `paid ${at}`) };
  const serving = await serve({ engineOptions: { functions } });
  const { send, engine } = serving;
  const flow = { skein: 1, id: 'flow', name: 'Flow', nodes, edges };
  const { status, body } = await send('POST', '/api/v1/workflows', { body: flow });
  expect([status, body.error]).toEqual([201, undefined]);
  const tried = async (at: string, given: object): Promise<Loose> => {
    const place = `/api/v1/workflows/flow/nodes/${at}/run?wait=20`;
    const answer = await send('POST', place, { body: given });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return answer.body;
  };
  const decide = async (run: Loose, decision: string): Promise<Loose> => {
    const { waits } = await engine.runs.get(run.id);
    const place = `/api/v1/waits/${encodeURIComponent(waits[0]?.id ?? '')}/answer`;
    expect((await send('POST', place, { body: { decision } })).status).toBe(200);
    return engine.runs.settled(run.id);
  };
  return { ...serving, paid, tried, decide };
}

/** Two approvals stand before a payment, one after the other. */
const twice = [
  [
    node('start', 'start'),
    approve('boss'),
    approve('bank'),
    node('note', 'transform', { value: 'noted' }),
    pay('pay'),
    pay('thank'),
  ],
  [
    { from: 'start', to: 'boss' },
    { from: 'boss', out: 'approved', to: 'bank' },
    { from: 'bank', out: 'approved', to: 'note' },
    { from: 'note', to: 'pay' },
    { from: 'pay', to: 'thank' },
  ],
] as const;
const approved = {
  start: {},
  boss: { decision: 'approve' },
  bank: { decision: 'approve' },
  note: 'noted',
};
const asking = (run: Loose): string[] => run.waits.map((wait: Loose) => wait.node);

it('[V2450] of two approvals before a node, both are needed', async () => {
  for (const reach of ['node', 'from']) {
    const { tried, decide, paid } = await trying(...twice);
    const { run } = await tried('pay', { outputs: approved, pinned: approved, reach });
    expect(asking(run)).toEqual(['boss']);
    const second = await decide(run, 'approve');
    expect(asking(second)).toEqual(['bank']);
    expect(await decide(run, 'reject')).toMatchObject({ status: 'completed' });
    expect(paid).toEqual([]);
  }
});

it('[V2450] what is given, and pinned, approves nothing, whichever part is tried', async () => {
  for (const [reach, at, done] of [
    ['node', 'pay', ['pay']],
    ['from', 'pay', ['pay', 'thank']],
    ['from', 'note', ['pay', 'thank']],
    ['to', 'thank', ['pay', 'thank']],
  ] as const) {
    const { tried, decide, paid } = await trying(...twice);
    const { run } = await tried(at, { outputs: approved, pinned: approved, reach });
    expect([reach, at, run.status, paid]).toEqual([reach, at, 'waiting', []]);
    expect(asking(await decide(run, 'approve'))).toEqual(['bank']);
    expect(paid).toEqual([]);
    expect(await decide(run, 'approve')).toMatchObject({ status: 'completed' });
    expect(paid).toEqual(done);
  }
});

it('[V2450] a pinned output between an approval and an effect waits for the approval', async () => {
  // Another way leads to the payment, which takes whichever comes first.
  const [nodes, edges] = twice;
  const { tried, decide, paid } = await trying(
    [
      ...nodes.slice(0, 4),
      node('other', 'transform', { value: 1 }),
      { ...pay('pay'), join: 'any' },
    ],
    [
      ...edges.slice(0, 4),
      { from: 'bank', out: 'approved', to: 'other' },
      { from: 'other', to: 'pay' },
    ],
  );
  const { run } = await tried('pay', { pinned: { note: 'pinned', other: 2 }, reach: 'to' });
  expect([asking(run), paid]).toEqual([['boss'], []]);
  await decide(run, 'approve');
  await decide(run, 'reject');
  expect(paid).toEqual([]);
});

const value = (text: unknown) => ({ value: text });
/** A diamond with a condition, a loop and an end. */
const letters = [
  [
    node('start', 'start'),
    node('tone', 'transform', value('kind')),
    node('draft', 'transform', value('Dear ${trigger.to}')),
    node('letter', 'transform', value({ text: '${draft.output}', tone: '${tone.output}' }), {
      name: 'The letter',
    }),
    node('good', 'if', {
      condition: { left: '${letter.output.tone}', op: 'contains', right: 'kind' },
    }),
    node('sent', 'transform', value({ sent: '${letter.output.text}' })),
    node('binned', 'transform', value('binned')),
  ],
  [
    { from: 'start', to: 'tone' },
    { from: 'start', to: 'draft' },
    { from: 'tone', to: 'letter', in: 'tone' },
    { from: 'draft', to: 'letter', in: 'text' },
    { from: 'letter', to: 'good' },
    { from: 'good', out: 'true', to: 'sent' },
    { from: 'good', out: 'false', to: 'binned' },
    {
      from: 'binned',
      to: 'draft',
      loop: true,
      when: { left: '${tone.output}', op: 'contains', right: 'angry' },
    },
  ],
] as const;
const ran = (run: Loose): string[] =>
  Object.entries(run.nodes)
    .filter(([, { activations }]: [string, Loose]) => activations > 0)
    .map(([id]) => id);

it('[V2451] from a node on, everything after it runs, with the outputs that were supplied for what is before', async () => {
  const { tried } = await trying(...letters);
  const outputs = {
    start: {},
    tone: 'stern',
    draft: 'Hello',
    letter: 'old',
    good: true,
    sent: 'old',
  };
  const { run } = await tried('letter', { outputs, reach: 'from' });
  expect([run.status, run.output]).toEqual(['completed', 'binned']);
  expect(ran(run)).toEqual(['start', 'tone', 'draft', 'letter', 'good', 'binned']);
  // A diamond: the other way is not run again, and its output joins.
  const again = await tried('draft', {
    outputs: { tone: 'kind' },
    input: { to: 'Ada' },
    reach: 'from',
  });
  expect(again.run.output).toEqual({ sent: 'Dear Ada' });
  expect(again.run.workflow.name).toBe('Trial run from draft: Flow');
});

it('[V2451] a pinned output takes the place of a node that would run', async () => {
  const { tried } = await trying(...letters);
  const pinned = { letter: { tone: 'kind', text: 'Pinned' }, good: true };
  const { run } = await tried('draft', {
    outputs: { tone: 'stern' },
    pinned,
    reach: 'from',
    input: { to: 'Ada' },
  });
  // The condition has ports, so it decides by itself.
  expect(run.output).toEqual({ sent: 'Pinned' });
  const upTo = await tried('letter', { pinned: { draft: 'Pinned' }, reach: 'to' });
  expect(upTo.run.output).toEqual({ text: 'Pinned', tone: 'kind' });
});

it('[V2452] up to a node, what leads to it runs, and nothing follows; what only leads to a pinned output does not run', async () => {
  const { tried } = await trying(...letters);
  const { run } = await tried('letter', { input: { to: 'Ada' }, reach: 'to' });
  expect([run.status, run.output]).toEqual(['completed', { text: 'Dear Ada', tone: 'kind' }]);
  expect(ran(run)).toEqual(['start', 'tone', 'draft', 'letter']);
  expect(run.workflow.name).toBe('Trial run to The letter: Flow');
  const cut = await tried('sent', {
    pinned: { letter: { tone: 'kind', text: 'Pinned' } },
    reach: 'to',
  });
  expect(cut.run.output).toEqual({ sent: 'Pinned' });
  expect(ran(cut.run)).toEqual(['letter', 'good', 'sent']);
});

it('[V2453] trial runs are marked in lists and by themselves, can be left out, and publish nothing', async () => {
  const { tried, send } = await trying(...letters);
  await send('POST', '/api/v1/workflows/flow/run?wait=20', { body: { input: { to: 'Ada' } } });
  for (const reach of ['node', 'from', 'to'] as const) {
    const { run } = await tried('tone', { reach });
    const mark = { isTrial: true, trialOf: { workflow: 'flow', node: 'tone', reach } };
    expect(run).toMatchObject(mark);
    expect((await send('GET', `/api/v1/runs/${run.id}`)).body).toMatchObject(mark);
    expect((await send('GET', '/api/v1/runs?limit=1')).body.items).toMatchObject([mark]);
  }
  expect((await send('GET', '/api/v1/runs')).body.items).toHaveLength(4);
  const without = await send('GET', '/api/v1/runs?trials=false');
  expect(without.body.items.map((item: Loose) => item.workflow.id)).toEqual(['flow']);
  expect((await send('GET', '/api/v1/workflows')).body.items).toHaveLength(1);
  expect((await send('GET', '/api/v1/workflows/flow/versions')).body.items).toHaveLength(1);
});
