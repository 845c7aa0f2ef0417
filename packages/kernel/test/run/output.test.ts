// Goal: what a run without an `end` returns.
import type { NodeResult, WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step, type Player } from './play.ts';

const steps = (...ids: string[]) => ids.map((id) => step(id));
const choice = (id: string): WorkflowNode => ({
  id,
  type: 'if',
  config: { condition: { left: '${previous}', op: 'eq', right: 'yes' } },
});

function finished(run: Player) {
  expect(run.state.status).toBe('completed');
  expect(run.effects.at(-1)).toEqual({
    type: 'finish',
    status: 'completed',
    ...(run.state.output === undefined ? {} : { output: run.state.output }),
  });
  return run.state.output;
}

describe('the implicit output', () => {
  it('[K78] is the value of the one terminal node', () => {
    const run = play({ nodes: steps('a', 'b'), edges: [edge('a -> b')] }).start();
    expect(finished(run.complete('a').complete('b'))).toBe('b#1');
  });

  it('[K78] of several terminal nodes is an object by node id, in definition order', () => {
    const run = play({ nodes: steps('s', 'b', 'a'), edges: [edge('s -> a'), edge('s -> b')] });
    run.start().complete('s').complete('a').complete('b');
    expect(JSON.stringify(finished(run))).toBe('{"b":"b#1","a":"a#1"}');
  });

  it('[K78] a node whose newest completion took no edge is terminal', () => {
    const run = play({ nodes: steps('a', 'b'), edges: [edge('a.more -> b')] }).start();
    expect(finished(run.complete('a', { value: 'enough', ports: {} }))).toBe('enough');
  });

  it.each<readonly [string, NodeResult, unknown]>([
    ['the last round left by no edge', { value: 'last', ports: {} }, 'last'],
    ['the last round gave no value', { ports: {} }, undefined],
  ])('[K78] of a loop counts the newest completion: %s', (_name, last, output) => {
    const run = play({ entry: ['h'], nodes: steps('h'), edges: [edge('h.again => h')] }).start();
    run.complete('h', { value: 'first', ports: { again: 1 } });
    expect(finished(run.complete('h', last))).toBe(output);
  });

  it('[K78] a node that was terminal and later took an edge is terminal no more', () => {
    const run = play({
      nodes: [...steps('s', 'a'), step('e', { join: 'each' }), step('z')],
      edges: [edge('s -> e'), edge('s -> a'), edge('a -> e'), edge('e.on -> z')],
    }).start();
    run.complete('s').complete('e', { value: 'early', ports: {} }).complete('a');
    run.complete('e', { value: 'late', ports: { on: 1 } });
    expect(finished(run.complete('z'))).toBe('z#1');
  });

  it('[K78] null is a value, and nothing is none', () => {
    const run = play({ nodes: steps('a', 'b'), entry: ['a', 'b'] }).start();
    expect(finished(run.complete('a', { value: null }).complete('b', {}))).toBeNull();
    const none = play({ nodes: steps('a') }).start();
    expect(finished(none.complete('a', {}))).toBeUndefined();
  });

  it('[K78] an if or switch that leads nowhere counts only when there is no other', () => {
    const workflow = {
      nodes: [step('s'), choice('c'), step('a'), step('b')],
      edges: [edge('s -> c'), edge('s -> b'), edge('c.true -> a')],
    };
    const run = play(workflow).start().complete('s', { value: 'no' }).complete('b');
    expect(finished(run)).toBe('b#1');
    const alone = play({ nodes: [step('s'), choice('c')], edges: [edge('s -> c')] }).start();
    expect(finished(alone.complete('s', { value: 'no' }))).toBe('no');
    const two = play({
      nodes: [
        step('s'),
        choice('c'),
        { id: 'd', type: 'switch', config: { cases: [{ name: 'x', when: false }] } },
      ],
      edges: [edge('s -> c'), edge('s -> d')],
    }).start();
    expect(finished(two.complete('s', { value: 'no' }))).toEqual({ c: 'no', d: 'no' });
  });

  it('[K78] an approval gives its answer, whatever port it took', () => {
    const run = play({ nodes: [{ id: 'w', type: 'approval', config: { prompt: '?' } }] }).start(5);
    const answer = { decision: 'reject' };
    run.answer('w', answer, { value: answer, ports: { rejected: 5 } });
    expect(finished(run)).toEqual(answer);
  });

  it('[K78] ids like __proto__ are plain keys', () => {
    const run = play({ nodes: steps('__proto__', 'b'), entry: ['__proto__', 'b'] }).start();
    run.complete('b').complete('__proto__');
    expect(JSON.stringify(finished(run))).toBe('{"__proto__":"__proto__#1","b":"b#1"}');
  });

  it('[K78] a run that ends otherwise has none', () => {
    const run = play({ nodes: steps('a', 'b'), entry: ['a', 'b'] }).start();
    run.complete('a').send({ type: 'run.cancelled' });
    expect(run.state.output).toBeUndefined();
  });
});
