// Goal: conversations: who reads and writes which, and how an edge carries one on.
import { messagesOf, runView, type Json, type Message, type WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step, type Player } from '../run/play.ts';

const steps = (...ids: string[]) => ids.map((id) => step(id));
const say = (content: string): Message => ({ role: 'user', content });
const carry = { carry: 'context' } as const;
const reads = (id: string, args: Json, more: Partial<WorkflowNode> = {}) =>
  step(id, { config: { name: 'any', args }, ...more });

function saidIn(run: Player, context: string): string[] {
  return messagesOf(run.state.contexts.get(context)).map(({ content }) => content as string);
}

describe('contexts', () => {
  it('[K72] results append messages and set settings; nothing is ever taken out', () => {
    const run = play({ nodes: steps('a', 'b', 'c'), edges: [edge('a -> b'), edge('b -> c')] });
    run.start();
    run.complete('a', {
      context: { append: [say('1'), say('2')], set: { mood: 'good', kept: 1 } },
    });
    run.complete('b', { context: { append: [say('3')], set: { mood: 'bad' } } });
    expect(saidIn(run, 'main')).toEqual(['1', '2', '3']);
    expect(run.state.contexts.get('main')?.settings).toEqual({ mood: 'bad', kept: 1 });
  });

  it('[K72] without anything said, an activation is in main', () => {
    const run = play({ nodes: steps('a', 'b'), edges: [edge('a -> b')] }).start();
    expect(run.execution('a').context).toBe('main');
    run.complete('a', { context: { use: 'other', append: [say('1')] } });
    expect(run.execution('b').context).toBe('main');
    expect(saidIn(run, 'other')).toEqual(['1']);
    expect(saidIn(run, 'main')).toEqual([]);
  });

  it('[K72] an edge that carries the context brings it instead of the value', () => {
    const run = play({
      nodes: steps('a', 'b', 'c'),
      edges: [edge('a -> b', carry), edge('b -> c')],
    });
    run.start().complete('a', { value: 1, context: { use: 'talk' } });
    expect(run.execution('b')).toMatchObject({ context: 'talk', inputs: {} });
    expect(run.execution('b').previous).toBeUndefined();
    run.complete('b', { value: 2, context: { append: [say('hello')] } });
    expect(saidIn(run, 'talk')).toEqual(['hello']);
    // The next edge carries the value, so its target is in main again.
    expect(run.execution('c')).toMatchObject({ context: 'main', inputs: { input: 2 } });
  });

  it('[K72] choosing a context that exists continues with it', () => {
    const run = play({ nodes: steps('a', 'b'), edges: [edge('a -> b')] }).start();
    run.complete('a', { context: { use: 'talk', append: [say('1')] } });
    run.complete('b', { context: { use: 'talk', append: [say('2')] } });
    expect(saidIn(run, 'talk')).toEqual(['1', '2']);
  });

  it('[K72] of several contexts that arrive, the later edge in definition order wins', () => {
    for (const order of [['a', 'b'] as const, ['b', 'a'] as const]) {
      const run = play({
        nodes: steps('s', 'a', 'b', 'j'),
        edges: [edge('s -> a'), edge('s -> b'), edge('a -> j.a', carry), edge('b -> j.b', carry)],
      }).start();
      run.complete('s');
      for (const id of order) run.complete(id, { context: { use: `of ${id}` } });
      expect(run.execution('j').context).toBe('of b');
    }
  });

  it('[K72] an edge with a value does not hide the context of an earlier one', () => {
    const run = play({
      nodes: steps('s', 'a', 'b', 'j'),
      edges: [edge('s -> a'), edge('s -> b'), edge('a -> j.a', carry), edge('b -> j.b')],
    }).start();
    run
      .complete('s')
      .complete('a', { context: { use: 'talk' } })
      .complete('b');
    expect(run.execution('j')).toMatchObject({ context: 'talk', inputs: { b: 'b#1' } });
  });

  it('[K72] a context of this round beats a kept one', () => {
    const run = play({
      nodes: steps('s', 'o', 'h', 'j'),
      edges: [
        edge('s -> o'),
        edge('s -> h'),
        edge('h.again -> h', carry),
        edge('h.out -> j.h', carry),
        edge('o -> j.o', carry),
      ],
    }).start();
    run.complete('s').complete('o', { context: { use: 'outside' } });
    run.complete('h', { ports: { out: 1, again: 1 }, context: { use: 'loop' } });
    expect(run.execution('h').context).toBe('loop');
    run.complete('h', { ports: { out: 2 } });
    expect([1, 2].map((n) => run.execution('j', n).context)).toEqual(['outside', 'loop']);
  });

  it('[K72] the head of a loop keeps the context that entered it when the loop edge brings none', () => {
    const run = play({
      nodes: steps('s', 'h'),
      edges: [edge('s -> h.in', carry), edge('h.again => h.back')],
    }).start();
    run.complete('s', { context: { use: 'talk' } }).complete('h', { ports: { again: 1 } });
    expect(run.execution('h').context).toBe('talk');
  });

  it('[K72] templates read the context of their activation', () => {
    const all = {
      id: '${context.id}',
      mood: '${context.mood}',
      last: '${context.messages[-1].content|}',
    };
    const run = play({
      nodes: [step('a'), reads('b', all), reads('c', '${context.id}')],
      edges: [edge('a -> b', carry), edge('a -> c')],
    }).start();
    run.complete('a', { context: { use: 'talk', append: [say('hi')], set: { mood: 'good' } } });
    expect(run.execution('b').config.args).toMatchObject({ id: 'talk', mood: 'good' });
    expect(run.execution('c').config.args).toBe('main');
  });

  it('[K72] an edge condition reads the context that the result has chosen', () => {
    const when = { left: '${context.mood}', op: 'eq', right: 'good' };
    const run = play({ nodes: steps('a', 'b'), edges: [edge('a -> b', { when })] }).start();
    run.complete('a', { context: { use: 'talk', set: { mood: 'good' } } });
    expect(run.running()).toEqual(['b#1']);
  });

  it('[K72] a context can be a mutex: two branches of one conversation never overlap', () => {
    const mutex = '${context.id}';
    const run = play({
      nodes: [...steps('a'), step('b', { mutex }), step('c', { mutex }), step('d', { mutex })],
      edges: [edge('a -> b', carry), edge('a -> c', carry), edge('a -> d')],
    }).start();
    run.complete('a', { context: { use: 'talk' } });
    expect(run.running()).toEqual(['b#1', 'd#1']);
    run.complete('b');
    expect(run.running()).toEqual(['d#1', 'c#1']);
  });

  it('[K72] the answer to a wait may choose and fill a context too', () => {
    const run = play({
      nodes: [step('s'), { id: 'w', type: 'input', config: { prompt: '?' } }, step('b')],
      edges: [edge('s -> w', carry), edge('w -> b', carry)],
    }).start();
    run.complete('s', { context: { use: 'talk' } });
    run.answer('w', 'yes', { value: 'yes', context: { append: [say('yes')] } });
    expect(saidIn(run, 'talk')).toEqual(['yes']);
    expect(run.execution('b').context).toBe('talk');
  });

  it('[K72] ids and settings called __proto__ are plain data', () => {
    const run = play({ nodes: steps('a', 'b'), edges: [edge('a -> b', carry)] }).start();
    const set = JSON.parse('{"__proto__": {"polluted": true}}') as { [key: string]: Json };
    run.complete('a', { context: { use: '__proto__', append: [say('x')], set } });
    expect(run.execution('b').context).toBe('__proto__');
    expect(JSON.stringify((runView(run.graph, run.state) as { contexts: Json }).contexts)).toBe(
      '{"__proto__":{"__proto__":{"polluted":true},"messages":1}}',
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
