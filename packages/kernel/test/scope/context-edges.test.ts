// Goal: edges that carry the context bring an input without a value, and contexts can exist before anything ran.
import { nativeKinds, type NodeKind } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step } from '../run/play.ts';

const carry = { carry: 'context' } as const;

const talker: NodeKind = {
  type: 'talker',
  mode: 'execute',
  ports: 'any',
  required: ['context'],
  requireOneOf: [['message', 'data']],
};
const kinds = new Map([...nativeKinds, ['talker', talker]]);
const talk = { id: 'talk', type: 'talker' };

describe('edges that carry the context', () => {
  it('[K85] satisfy a required input, alone and in a join', () => {
    const alone = play(
      { nodes: [step('a'), talk], edges: [edge('a -> talk.context', carry)] },
      { kinds },
    );
    expect(alone.start().complete('a').running()).toEqual(['talk#1']);
    const joined = play(
      {
        nodes: [step('a'), step('b'), talk],
        edges: [edge('a -> talk.context', carry), edge('b -> talk.message')],
      },
      { kinds },
    );
    joined.start().complete('a').complete('b', { value: 'hi' });
    expect(joined.execution('talk')).toMatchObject({ inputs: { message: 'hi' } });
  });

  it('[K85] that bring nothing leave the required input missing', () => {
    const run = play(
      {
        nodes: [step('a'), step('b'), talk],
        edges: [edge('a.some -> talk.context', carry), edge('b -> talk.message')],
      },
      { kinds },
    );
    run.start().complete('a', { ports: {} }).complete('b', { value: 'hi' });
    expect(run.count('talk')).toBe(0);
    expect(run.state.status).toBe('completed');
  });

  it('[K85] start a round of a loop with the context as its input', () => {
    const run = play(
      {
        nodes: [step('a'), talk, step('c')],
        edges: [
          edge('a -> talk.context', carry),
          edge('talk -> c', carry),
          edge('c => talk.context', carry),
        ],
      },
      { kinds },
    );
    run.start().complete('a').complete('talk').complete('c');
    expect(run.running()).toEqual(['talk#2']);
  });

  it('[K85] are no port of their own for the previous value', () => {
    const run = play({
      nodes: [step('a'), step('b'), step('c')],
      edges: [edge('a -> c.context', carry), edge('b -> c.data')],
    });
    run.start().complete('a').complete('b', { value: 7 });
    expect(run.execution('c')).toMatchObject({ previous: 7, inputs: { data: 7 } });
  });

  it('[K85] alone give no previous value', () => {
    const run = play({
      nodes: [step('a'), step('b'), step('c')],
      edges: [edge('a -> c.x', carry), edge('b -> c.y', carry)],
    });
    run.start().complete('a', { value: 1 }).complete('b', { value: 2 });
    expect(run.execution('c').previous).toBeUndefined();
    expect(run.execution('c').inputs).toEqual({});
  });
});

describe('contexts of the workflow', () => {
  it('[K86] exist from the start, with their settings', () => {
    const run = play({
      contexts: { main: { model: 'small' }, side: {}, ['__proto__']: { model: 'odd' } },
      nodes: [step('a', { config: { name: 'any', args: '${context.model}' } })],
    }).start();
    expect(run.execution('a').config).toEqual({ name: 'any', args: 'small' });
    expect([...run.state.contexts.keys()]).toEqual(['main', 'side', '__proto__']);
    run.complete('a', { context: { set: { model: 'large' } } });
    expect(run.state.contexts.get('main')?.settings).toEqual({ model: 'large' });
    expect(run.graph.workflow.contexts?.main).toEqual({ model: 'small' });
  });
});

describe('kinds', () => {
  it('[K87] may have configs without any template', () => {
    const raw: NodeKind = { type: 'raw', mode: 'execute', ports: 'any', rawKeys: 'all' };
    const config = { text: '${nothing} $${x} ${', deep: { list: ['${trigger}'] } };
    const run = play(
      { nodes: [{ id: 'a', type: 'raw', config }] },
      { kinds: new Map([...nativeKinds, ['raw', raw]]) },
    );
    expect(run.start().execution('a').config).toEqual(config);
  });

  it('[K88] may name a mutex, which a node can replace or give up', () => {
    const writer: NodeKind = { type: 'w', mode: 'execute', ports: 'any', mutex: '${context.id}' };
    const node = (id: string, more: { mutex?: string | null } = {}) => ({ id, type: 'w', ...more });
    const run = play(
      { nodes: [node('a'), node('b'), node('c', { mutex: null }), node('d', { mutex: 'own' })] },
      { kinds: new Map([...nativeKinds, ['w', writer]]) },
    );
    expect(run.start().running()).toEqual(['a#1', 'c#1', 'd#1']);
    expect(run.complete('a').running()).toEqual(['c#1', 'd#1', 'b#1']);
  });
});
