// Goal: whoever describes a workflow gets a draft of it that was repaired and tried, with their own rights and nobody else's, and nothing
// happens outside that no person agreed to. Method: a real server with users; a script plays the part of a provider.
import type { JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { serveAssistant, type Loose, type ServedAssistant } from './serve-assistant.ts';

const sound = [
  { from: 'big', out: 'true', to: 'ask' },
  { from: 'ask', out: 'approved', to: 'pay' },
];
const broken = {
  skein: 1,
  id: 'refunds',
  name: 'Refunds',
  nodes: [
    {
      id: 'big',
      type: 'if',
      config: { condition: { left: '${trigger.amount}', op: 'gt', right: 50 } },
    },
    { id: 'ask', type: 'approval', config: { prompt: 'Pay ${trigger.amount}?' } },
    { id: 'pay', type: 'transform', config: { value: 'Paid ${trigger.amount}.' } },
  ],
  edges: [...sound, { from: 'big', out: 'false', to: 'payment' }],
};
const repair = [
  { op: 'remove_edge', from: 'big', to: 'payment' },
  { op: 'add_edge', edge: { from: 'big', out: 'false', to: 'pay' } },
];
const calls = (
  ...toolCalls: readonly { readonly name: string; readonly arguments?: JsonObject }[]
) => ({
  toolCalls,
});
const building = {
  replies: [
    calls({ name: 'list_node_types' }),
    calls({ name: 'save_workflow', arguments: { definition: broken } }),
    calls({ name: 'patch_workflow', arguments: { id: 'refunds', ops: repair } }),
    calls({
      name: 'try_workflow',
      arguments: {
        definition: {
          ...broken,
          edges: [...sound, { from: 'big', out: 'false', to: 'pay' }],
        },
        input: { amount: 80 },
        answers: [{ node: 'ask', answer: 'approve' }],
      },
    }),
    { text: 'Refunds above 50 are approved by a person.' },
  ],
};

/** A script that patches the draft it has just saved: the version is only known then. */
async function wished(server: ServedAssistant, key: string, text: string) {
  await server.ask(key, 'POST', '/workflows', {
    body: { skein: 1, id: 'refunds', name: 'New', nodes: [{ id: 'start', type: 'start' }] },
  });
  return server.ask(key, 'POST', '/workflows/refunds/assistant/messages', {
    body: { id: 'm1', text },
    isStream: true,
  });
}

async function outputs(server: ServedAssistant, key: string): Promise<readonly Loose[]> {
  const { body } = await server.ask(key, 'GET', '/workflows/refunds/assistant');
  const parts: readonly Loose[] = body.messages.flatMap((message: Loose) => message.parts);
  return parts.filter(({ type }) => type.startsWith('tool-'));
}

it('[M2550][M2551] a wish becomes a draft that is repaired by what is reported, and tried', async () => {
  const server = await serveAssistant({ script: building });
  const ann = await server.key('ann');
  const told = await wished(server, ann, 'Refunds above 50 need an approval.');
  expect(told.status).toBe(200);
  expect(told.text).toContain('"finishReason":"stop"');
  const done = await outputs(server, ann);
  expect(done.map(({ type }) => type)).toEqual([
    'tool-list_node_types',
    'tool-save_workflow',
    'tool-patch_workflow',
    'tool-try_workflow',
  ]);
  expect(done[1].output).toMatchObject({ id: 'refunds', draft: true, valid: false });
  expect(done[3].output).toMatchObject({ status: 'completed', output: 'Paid 80.' });
  // It is a draft: what triggers and callers get is what was there.
  const newest = (await server.ask(ann, 'GET', '/workflows/refunds')).body;
  expect(newest.definition.nodes).toHaveLength(1);
  const { items } = (await server.ask(ann, 'GET', '/workflows/refunds/versions')).body;
  const draft = items.find(({ version }: Loose) => version === done[1].output.version);
  expect(draft).toMatchObject({ isDraft: true, isNewest: false, by: 'ann' });
  // What differs is told by the server.
  const place = `/workflows/refunds/diff?from=${newest.version}&to=${draft.version}`;
  const diff = (await server.ask(ann, 'GET', place)).body;
  expect(diff.nodes.added.map(({ id }: Loose) => id)).toEqual(['big', 'ask', 'pay']);
  expect(diff.nodes.removed.map(({ id }: Loose) => id)).toEqual(['start']);
});

it('[M2552] the assistant has the rights of its user, and those who may only run have none of it', async () => {
  const reading = {
    replies: [
      {
        when: { contains: 'spy' },
        toolCalls: [{ name: 'patch_workflow', arguments: { id: 'secret', ops: [] } }],
      },
      { text: 'Done.', repeat: true },
    ],
  };
  const server = await serveAssistant({ script: reading });
  const [ann, bob] = [await server.key('ann'), await server.key('bob')];
  const secret = { skein: 1, id: 'secret', name: 'Secret', nodes: [{ id: 'hush', type: 'start' }] };
  await server.ask(bob, 'POST', '/workflows', { body: secret });
  await wished(server, ann, 'spy');
  const [tried] = await outputs(server, ann);
  expect(tried).toMatchObject({ type: 'tool-patch_workflow', state: 'output-error' });
  expect(JSON.stringify(tried)).not.toContain('hush');
  // What ann said is not there for bob, nor is her workflow.
  expect((await server.ask(bob, 'GET', '/workflows/refunds/assistant')).status).toBe(404);
  const place = '/workflows/refunds/assistant/messages';
  const runner = await server.key('ann', 'run');
  expect((await server.ask(runner, 'POST', place, { body: { text: 'spy' } })).status).toBe(403);
  const threads = (await server.ask(ann, 'GET', '/threads')).body.items;
  expect(threads).toEqual([]);
});

it('[M2553] nothing is published, and nothing is run for real before a person has agreed', async () => {
  const live = { ...broken, edges: [] };
  const script = {
    replies: [
      calls({ name: 'save_workflow', arguments: { definition: live, publish: true } }),
      calls({
        name: 'try_workflow',
        arguments: { definition: live, input: { amount: 1 }, live: true },
      }),
      { text: 'Done.', repeat: true },
    ],
  };
  const server = await serveAssistant({ script });
  const ann = await server.key('ann');
  const told = await wished(server, ann, 'Publish it and run it.');
  const [published, asked] = await outputs(server, ann);
  expect(published).toMatchObject({ state: 'output-error' });
  expect(published.errorText).toContain('only a person publishes');
  expect(told.text).toContain('"type":"tool-approval-request"');
  expect(asked).toMatchObject({ type: 'tool-try_workflow', state: 'approval-requested' });
  const runsOf = async () =>
    (await server.ask(ann, 'GET', '/runs?workflow=refunds')).body.items.length;
  expect(await runsOf()).toBe(0);
  // Who may write but not answer cannot agree; whoever may answer can, and then it is a run of the user.
  const decision = { body: { approvalId: asked.approval.id, approved: true } };
  const place = '/workflows/refunds/assistant/decisions';
  const runner = await server.key('ann', 'run');
  expect((await server.ask(runner, 'POST', place, decision)).status).toBe(403);
  const answering = await server.key('ann', 'answer');
  expect((await server.ask(answering, 'POST', place, { ...decision, isStream: true })).status).toBe(
    200,
  );
  expect(await runsOf()).toBe(1);
});

it('[M2554] without a provider it searches the templates, tries what it found, and replaces nothing', async () => {
  const server = await serveAssistant();
  const ann = await server.key('ann');
  const about = (await server.ask(ann, 'GET', '/assistant')).body;
  expect(about).toEqual({ isAvailable: true, isOffline: true });
  await wished(server, ann, 'Refunds of orders: a person approves the large ones');
  const done = await outputs(server, ann);
  expect(done.map(({ type }) => type)).toEqual([
    'tool-find_examples',
    'tool-find_examples',
    'tool-save_workflow',
    'tool-try_workflow',
  ]);
  expect(done[0].output.examples[0]).toMatchObject({ id: 'refund-desk' });
  expect(done[2].output).toMatchObject({ id: 'refunds', draft: true, valid: true });
  expect(['completed', 'waiting']).toContain(done[3].output.status);
  // Other words find something else: it is a search.
  await server.ask(ann, 'POST', '/workflows/refunds/assistant/messages', {
    body: { id: 'm2', text: 'a report of sales by city' },
    isStream: true,
  });
  const later = (await outputs(server, ann)).slice(4);
  expect(later[0].output.examples[0].id).toMatch(/sales/);
});

it('[M2554] what somebody has built is not replaced by a template', async () => {
  const server = await serveAssistant();
  const ann = await server.key('ann');
  await server.ask(ann, 'POST', '/workflows', { body: { ...broken, edges: [] } });
  const told = await server.ask(ann, 'POST', '/workflows/refunds/assistant/messages', {
    body: { text: 'a report of sales by city' },
    isStream: true,
  });
  expect(told.text).toContain('I do not replace what you have built');
  expect((await server.ask(ann, 'GET', '/workflows/refunds/versions')).body.items).toHaveLength(1);
});
