// Goal: one budget for a tree whose messages are handled anywhere. Method: they are handled here, each from the state kept as JSON, and
// every message is delivered by hand.
import { checkJsonSchema, nativeNodeTypes } from '@skein/agents';
import {
  createMessageHost,
  handleMessage,
  type BudgetMessage,
  type KeptRun,
  type Order,
  type HandledMessage,
  type MessageHost,
  type RunMessage,
} from '@skein/engine';
import { runId, waitId, type JsonObject, type RunId } from '@skein/kernel';
import { memoryStore } from '@skein/stores';
import { buildWorkflow, inline } from '@skein/testkit';
import { expect, it } from 'vitest';

const root = runId('01990000-0000-7000-8000-000000000000');
const none = runId('');
const noHost = () => Promise.reject(new Error('not asked for'));

interface Tree {
  readonly host: MessageHost;
  readonly children: readonly RunId[];
  readonly turn: (run: RunId, message: RunMessage) => Promise<HandledMessage>;
}

/** A run with a budget of 25 tokens and three children, each with a function under way. */
async function openTree(policy: JsonObject, childPolicy: JsonObject = {}): Promise<Tree> {
  const host = await createMessageHost({
    store: memoryStore(),
    nodeTypes: nativeNodeTypes({ functions: new Map([['f', { run: () => null }]]) }),
    checkSchema: checkJsonSchema,
    host: {
      owner: 'host',
      start: noHost,
      send: noHost,
      deliver: noHost,
      wake: noHost,
      release: noHost,
    },
  });
  const pay = { id: 'pay', type: 'function', config: { name: 'f' } };
  const item = inline(buildWorkflow({ policy: childPolicy, nodes: [pay] }));
  const each = { id: 'each', type: 'map', config: { items: [1, 2, 3], workflow: item } };
  const { id, version } = await host.runtime.workflows.save(
    buildWorkflow({ id: 'w', policy, nodes: [each] }),
  );
  const kept = new Map<string, KeptRun | null>();
  const turn = async (run: RunId, message: RunMessage) => {
    const taken = await handleMessage(host, run, kept.get(run) ?? null, message);
    kept.set(run, JSON.parse(JSON.stringify(taken.kept)) as KeptRun | null);
    return taken;
  };
  const begun = { workflow: { id, version }, depth: 0 };
  const { orders } = await turn(root, { type: 'start', run: begun });
  const children: RunId[] = [];
  for (const order of orders) {
    if (order.do !== 'child') continue;
    children.push(order.run);
    await turn(order.run, order.message);
  }
  return { host, children, turn };
}

const budget = { budget: { tokens: 25 }, onLimit: 'pause' };
const place = { node: 'pay', activation: 1 };

function ask(run: RunId, id: string, bounded: readonly RunId[] = [root]): BudgetMessage {
  const cost = { least: { tokens: 10, usd: 0 }, most: { tokens: 10, usd: 0 } };
  const asked = { run, ...place, attempt: 1, id, cost, bounded, reply: `reply ${id}` };
  return { type: 'budget', do: 'ask', ask: asked };
}

function giveBack(run: RunId, id?: string): BudgetMessage {
  const call = { run, ...place };
  return { type: 'budget', do: 'give-back', call, ...(id === undefined ? {} : { id }) };
}

function answers(orders: readonly Order[]): readonly string[] {
  return orders.flatMap((order) =>
    order.do === 'admit' ? [`${order.reply} ${order.isAdmitted ? 'goes' : 'is refused'}`] : [],
  );
}

function told(orders: readonly Order[], run: string): RunMessage | undefined {
  const found = orders.find((order) => order.do === 'tell' && order.run === run);
  return found?.do === 'tell' ? found.message : undefined;
}

/** What the top of the tree is told about the budget: it is the parent too, and hears more than that. */
function news(orders: readonly Order[]): RunMessage | undefined {
  return told(
    orders.filter((order) => order.do === 'tell' && order.message.type === 'budget'),
    root,
  );
}

const spent: RunMessage = {
  type: 'happened',
  event: { type: 'step.recorded', ...place, key: 'pay#1', usage: { inputTokens: 10 } },
  attempt: 1,
};

it('[E138] calls of other runs are admitted while there is room, and others when room is given back', async () => {
  const { children, turn } = await openTree(budget);
  const [a = none, b = none, c = none] = children;
  expect(answers((await turn(root, ask(a, 'a'))).orders)).toEqual(['reply a goes']);
  expect(answers((await turn(root, ask(b, 'b'))).orders)).toEqual(['reply b goes']);
  expect(answers((await turn(root, ask(c, 'c'))).orders)).toEqual([]);
  // The answer got lost: it is the same ask.
  expect(answers((await turn(root, ask(b, 'b'))).orders)).toEqual(['reply b goes']);
  expect(answers((await turn(root, giveBack(a, 'another'))).orders)).toEqual([]);
  expect(answers((await turn(root, giveBack(a))).orders)).toEqual(['reply c goes']);
  const { kept } = await turn(root, giveBack(b, 'b'));
  expect(kept?.budget?.asks.map(({ id }) => id)).toEqual(['c']);
  expect((await turn(root, giveBack(c))).kept).not.toHaveProperty('budget');
});

it('[E138] at the end of the budget who asks stands back, and continues when it is raised', async () => {
  const { children, turn, host } = await openTree(budget);
  const [a = none, b = none, c = none] = children;
  for (const [run, id] of [
    [a, 'a'],
    [b, 'b'],
  ] as const) {
    await turn(root, ask(run, id));
    const { orders } = await turn(run, spent);
    expect(news(orders)).toMatchObject({ do: 'hear', news: { run, isHeld: false } });
    await turn(root, giveBack(run));
  }
  const { orders } = await turn(root, ask(c, 'c'));
  expect(answers(orders)).toEqual(['reply c is refused']);
  const reached = told(orders, c);
  expect(reached).toMatchObject({ event: { type: 'budget.reached', above: true } });
  const stopped = await turn(c, reached as RunMessage);
  expect(stopped.orders).toContainEqual({ do: 'stop', name: 'call:1:pay' });
  const held = news(stopped.orders);
  expect(held).toMatchObject({ do: 'hear', news: { run: c, isHeld: true } });
  expect(told((await turn(root, held as RunMessage)).orders, c)).toBeUndefined();
  const [wait] = (await host.runtime.store.waits.list({ run: root })).items;
  const command = { do: 'answer', wait: wait?.id ?? waitId(''), answer: { tokens: 50 } } as const;
  const raised = await turn(root, { type: 'command', command });
  expect(told(raised.orders, c)).toMatchObject({ event: { type: 'budget.raised', wait: '' } });
  const again = await turn(c, told(raised.orders, c) as RunMessage);
  expect(again.orders).toContainEqual(expect.objectContaining({ do: 'call', node: 'pay' }));
  expect(answers((await turn(root, ask(c, 'd'))).orders)).toEqual(['reply d goes']);
});

it('[E138] a child with a budget of its own is stopped by that, and those beside it continue', async () => {
  const { children, turn } = await openTree({ budget: { tokens: 100 } }, { budget: { tokens: 5 } });
  const [a = none, b = none] = children;
  const { orders } = await turn(root, ask(a, 'a', [a, root]));
  expect(answers(orders)).toEqual(['reply a is refused']);
  const reached = told(orders, a);
  expect(reached).toMatchObject({ event: { type: 'budget.reached', node: 'pay' } });
  const failed = await turn(a, reached as RunMessage);
  expect(failed.kept).toBeNull();
  expect((await turn(root, news(failed.orders) as RunMessage)).kept).not.toHaveProperty('budget');
  expect(answers((await turn(root, ask(b, 'b', [root]))).orders)).toEqual(['reply b goes']);
});

it('[E138] who asks a tree that has ended is refused', async () => {
  const { children, turn } = await openTree(budget);
  const [a = none, b = none] = children;
  await turn(root, ask(a, 'a'));
  const ended = await turn(root, { type: 'command', command: { do: 'cancel' } });
  expect(ended.kept).toBeNull();
  expect(answers((await turn(root, ask(b, 'b'))).orders)).toEqual(['reply b is refused']);
});
