import { dialectBehaviours } from '@skein/agents';
import type { Json, JsonObject, Message, WaitQuestion } from '@skein/kernel';
import type { NodeBehaviour } from '@skein/ports';
import { describe, expect, it } from 'vitest';
import { fakeNodeIo, nodeCall } from '../fake-node-io.ts';

// The dialect's own node types are always there.
const handOff = dialectBehaviours.get('agent-graph.handoff') as NodeBehaviour;
const turn = dialectBehaviours.get('agent-graph.turn') as NodeBehaviour;

const config: JsonObject = {
  entry: 'r',
  agents: [
    {
      id: 'r',
      routes: [
        { value: 'Work', to: 'w' },
        { value: 'END', to: null },
      ],
    },
    { id: 'w', routes: [{ value: 'Back', to: 'r' }] },
  ],
  nodes: [
    { id: 'r', name: 'Router' },
    { id: 'w', name: 'Worker' },
    { id: 'h', name: 'Human' },
  ],
  routes: [{ value: 'boss', to: 'r' }],
  input: 'hello',
};

const talk: readonly Message[] = [
  { role: 'user', content: 'hello' },
  {
    role: 'assistant',
    content: 'Looking.',
    toolCalls: [
      { id: 'c1', name: 'router', arguments: {} },
      { id: 'c2', name: 'search', arguments: {} },
    ],
  },
  { role: 'tool', toolCallId: 'c1', name: 'router', content: 'not taken: tools first' },
];

interface Situation {
  readonly inputs?: JsonObject;
  readonly history?: readonly Message[];
  readonly settings?: JsonObject;
  readonly more?: JsonObject;
}

/** Answers as a person, through `accept`, and gives back what follows. */
async function answered(
  answer: Json,
  { inputs = limit('w'), history = talk, settings = {}, more = {} }: Situation = {},
) {
  const asked: WaitQuestion[] = [];
  const given = { ...config, ...more };
  const io = fakeNodeIo({
    contexts: { main: history },
    answer: (question) => {
      asked.push(question);
      const accepted = handOff.accept?.(answer, {
        question,
        config: given,
        inputs,
        previous: null,
      });
      if (accepted?.ok !== true) throw new Error(accepted?.message);
      return accepted.answer;
    },
  });
  const call = nodeCall({ node: 'h', nodeName: 'Human', config: given, inputs });
  const result = await handOff.run?.(call, {
    ...io,
    context: (id) => ({ ...io.context(id), settings }),
  });
  return { result, question: asked[0], fired: Object.keys(result?.ports ?? {}) };
}

const limit = (node: string | null): JsonObject => ({
  input: { limit: 'maxSteps', node, activation: 1 },
});

describe('a hand-off', () => {
  it('[GA17] after a failure asks with the error, and gives the answer to the agent that failed', async () => {
    const error = { code: 'MODEL_CALL_FAILED', message: 'It is down.' };
    const inputs = { failed: { node: 'w', error } };
    const { question, fired } = await answered('Again.', { inputs, more: { always: true } });
    expect(question).toMatchObject({
      prompt: expect.stringContaining('"Worker" failed: It is down.'),
      data: { reason: 'failure', limit: null, error, node: 'Worker' },
    });
    expect(fired).toEqual(['to:w']);
  });

  const unanswered = { role: 'tool', toolCallId: 'c2', name: 'search', content: 'not run: limit' };

  it('[GA12] [GA13] asks with the reason and the whole conversation, open calls answered', async () => {
    const { question } = await answered('x');
    expect(question).toMatchObject({
      kind: 'handoff',
      prompt: expect.stringContaining('maxSteps at "Worker"'),
      data: { reason: 'limit', limit: 'maxSteps', node: 'Worker', messages: [...talk, unanswered] },
    });
  });

  it('[GA12] [GA13] an answer goes to the agent that was interrupted', async () => {
    for (const answer of ['Go on.', { action: 'answer', message: 'Go on.' }]) {
      const { result, fired } = await answered(answer);
      expect(fired).toEqual(['to:w']);
      expect(result?.context).toEqual({
        append: [unanswered, { role: 'user', content: 'Go on.' }],
        set: { next: null },
      });
    }
  });

  it.each([
    ['the agent that called, when an executor was stopped', limit('t'), { agent: 'w' }, 'to:w'],
    ['the newest agent, when nobody knows', limit(null), { agent: 'w' }, 'to:w'],
    ['the first one, when nobody has spoken', limit(null), {}, 'to:r'],
    ['the one that chose the hand-off', { edge: { node: 'w' } }, { agent: 'r' }, 'to:w'],
  ])('[GA12] %s', async (_name, inputs, settings, port) => {
    expect((await answered('x', { inputs, settings })).fired).toEqual([port]);
  });

  it.each([
    ['a choice of the agent', 'w', 'Back', 'to:r'],
    ['in another letter case', 'w', 'bACK', 'to:r'],
    ['the name of a node', 'w', 'Router', 'to:r'],
    ['itself', 'w', 'Worker', 'to:w'],
    ['an edge of the hand-off', 'w', 'boss', 'to:r'],
    ['the end', 'w', 'END', 'finish'],
    ['a choice that ends', 'r', 'end', 'finish'],
  ])('[GA12] a route: %s', async (_name, node, next, port) => {
    const { fired } = await answered({ action: 'route', next }, { inputs: limit(node) });
    expect(fired).toEqual([port]);
  });

  it('[GA12] the end is the end, with the newest text as output', async () => {
    const { result } = await answered({ action: 'end' });
    expect(result?.ports).toMatchObject({ finish: { answer: 'Looking.' } });
    expect(result?.context?.set).toEqual({ next: 'END' });
  });

  it('[GA12] its own edge takes answers when an edge led here, not at a limit', async () => {
    const more = { always: true };
    const inputs = { edge: { node: 'w' } };
    expect((await answered('x', { inputs, more })).fired).toEqual(['always']);
    expect((await answered('x', { more })).fired).toEqual(['to:w']);
  });

  it('[GA1] begins the conversation when it comes first', async () => {
    const { result } = await answered('x', { history: [] });
    expect(result?.context?.append).toEqual([
      { role: 'user', content: 'hello' },
      { role: 'user', content: 'x' },
    ]);
  });

  it.each<[string, Json, RegExp]>([
    ['a number', 7, /neither a text nor an object/],
    ['no action', {}, /no action null/],
    ['an unknown action', { action: 'sing' }, /no action "sing"/],
    ['a message that is no text', { action: 'answer', message: 7 }, /must be a text/],
    ['a mistyped field', { action: 'answer', mesage: 'Go on.' }, /Nothing reads "mesage"/],
    ['a route without next', { action: 'route' }, /Back, boss, Router, Worker, Human, END/],
    ['a route to nowhere', { action: 'route', next: 'x' }, /"x" leads nowhere.*Back/],
  ])('[GA12] refuses %s', async (_name, answer, expected) => {
    await expect(answered(answer)).rejects.toThrow(expected);
  });
});

describe("the user's turn", () => {
  it.each<[Json, string]>([
    ['more', 'more'],
    [{ message: 'more' }, 'more'],
    [{ message: 'more', x: 1 }, '{"message":"more","x":1}'],
    [7, '7'],
  ])('[GA11] takes %j', (answer, text) => {
    const asked = { question: { kind: 'turn' }, config: {}, inputs: {}, previous: null };
    expect(turn.accept?.(answer, asked)).toEqual({
      ok: true,
      answer: text,
      result: { value: text, context: { append: [{ role: 'user', content: text }] } },
    });
  });
});
