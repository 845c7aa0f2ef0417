// Goal: a run in the dialect's own shape. Method: the kernel is told what agents and people did, and the view is looked at
// between two events.
import { rebuildState, type Json, type NodeResult, type RunEvent } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { agentGraph, compileNative, type Compiled } from '../../src/index.ts';
import { agentNode, graphOf, route } from './definitions.ts';

const id = '00000000-0000-4000-8000-000000000000';

type Plain = { readonly type: RunEvent['type'] } & { readonly [key: string]: unknown };

function viewAfter({ graph }: Compiled, events: readonly Plain[], input?: Json) {
  if (graph === null) throw new Error('the definition is sound');
  const started: Plain = {
    type: 'run.started',
    run: 'r',
    workflow: { id: 'w', version: 'v' },
    rules: 1,
    ...(input === undefined ? {} : { input }),
  };
  // Each has the fields of its type.
  const journal = [started, ...events].map((event, i) => ({
    ...event,
    seq: i + 1,
    at: i,
    id,
  })) as unknown as RunEvent[];
  const state = rebuildState(graph, journal);
  return agentGraph.view({ graph, state, dialect: 'agent-graph', journal });
}

const said = (role: string, content: Json, more: { readonly [key: string]: Json } = {}) => ({
  role,
  content,
  ...more,
});

function completed(node: string, port: string, result: NodeResult = {}): Plain {
  return {
    type: 'node.completed',
    node,
    activation: 1,
    ports: { [port]: { route: 'B', text: 'Hi' } },
    ...result,
  };
}

describe('the view', () => {
  const talk = agentGraph.compile(
    graphOf({
      isConversational: true,
      nodes: [agentNode('a'), agentNode('b')],
      edges: [route('a -> b: B'), route('b -> : END')],
    }),
  );
  const calls = [{ id: 'c', name: 'router', arguments: { next_node: 'B' } }];
  const first = completed('a', 'route', {
    context: {
      append: [
        said('user', 'hello'),
        said('assistant', '', { name: 'The a', toolCalls: calls }),
        said('tool', { ok: true }, { toolCallId: 'c', name: 'router' }),
      ],
      set: { next: null, provider: 'p' },
    },
  });

  it('[AG11] begins without messages, at the entrypoint', () => {
    expect(viewAfter(talk, [])).toEqual({
      messages: [],
      next: null,
      currentNode: 'The a',
      steps: 1,
      status: 'running',
    });
  });

  it('[AG11] begins with the input, and has what was said in a turn that did not end', () => {
    const reply = { type: 'model', text: 'Let me see.', toolCalls: calls };
    const turn: Plain = {
      type: 'step.recorded',
      node: 'a',
      activation: 1,
      key: 'model#1',
      value: reply,
    };
    const opening = { role: 'user', content: 'hello' };
    const said = { role: 'assistant', content: 'Let me see.', name: 'The a', toolCalls: calls };
    expect(viewAfter(talk, [], 'hello').messages).toEqual([opening]);
    expect(viewAfter(talk, [turn], 'hello').messages).toEqual([opening, said]);
    const cancelled: Plain = { type: 'run.cancelled', reason: 'enough' };
    expect(viewAfter(talk, [turn, cancelled], 'hello').messages).toEqual([opening, said]);
    expect(viewAfter(talk, [turn, first], 'hello').messages).toHaveLength(3);
  });

  it('[AG11] has the conversation, with texts as content', () => {
    expect(viewAfter(talk, [first])).toEqual({
      messages: [
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: '', name: 'The a', toolCalls: calls },
        { role: 'tool', content: '{"ok":true}', toolCallId: 'c', name: 'router' },
      ],
      next: null,
      currentNode: 'The b',
      steps: 2,
      status: 'running',
    });
  });

  it('[AG11] shows the agent that waits for the user', () => {
    const view = viewAfter(talk, [first, completed('b', 'turn')]);
    expect(view).toMatchObject({ currentNode: 'The b', status: 'waiting', steps: 2 });
  });

  it('[AG11] shows the end that was chosen, and nobody at work', () => {
    const end = completed('b', 'finish', { context: { set: { next: 'END' } } });
    const view = viewAfter(talk, [first, end]);
    expect(view).toMatchObject({ currentNode: null, next: 'END', status: 'completed' });
  });

  it('[AG11] shows runs of other dialects too', () => {
    const native = compileNative({ skein: 1, nodes: [{ id: 'x', type: 'input', name: 'Ask' }] });
    expect(viewAfter(native, [])).toEqual({
      messages: [],
      next: null,
      currentNode: 'Ask',
      steps: 1,
      status: 'waiting',
    });
  });
});
