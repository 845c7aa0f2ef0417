// Goal: no loop of computed nodes can make a value that nobody could write down, however little memory it takes.
import type { Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step, type Player } from './play.ts';

/** `t` leads to itself for ever: what it makes of its own value grows. */
function loop(value: Json): Player {
  return play({
    policy: { maxSteps: 1_000_000 },
    nodes: [step('s'), { id: 't', type: 'transform', join: 'each', config: { value } }],
    edges: [edge('s -> t'), edge('t -> t')],
  });
}

function untilOver(run: Player): Player {
  for (let turns = 0; run.state.status === 'running' && turns < 1000; turns++) {
    run.send({ type: 'run.continued' });
  }
  return run;
}

const growing: readonly (readonly [string, Json, string])[] = [
  ['a text that doubles', '${previous}${previous}', 'too long'],
  ['an object that doubles', { a: '${previous}', b: '${previous}' }, 'larger than 16,777,216'],
  ['a list that doubles', ['${previous}', '${previous}'], 'larger than 16,777,216'],
  ['an object that deepens', { before: '${previous}' }, 'deeper than 200'],
  ['a text of a doubling object', { text: '${previous:json}${previous:json}' }, 'too'],
];

describe('the size of computed values', () => {
  it.each(growing)('[K111] %s ends with VALUE_TOO_LARGE', (_, value, complaint) => {
    const run = untilOver(
      loop(value)
        .start()
        .complete('s', { value: { x: 'some text' } }),
    );
    expect(run.state.error).toMatchObject({ code: 'VALUE_TOO_LARGE', node: 't' });
    expect(run.state.error?.message).toContain(complaint);
  });

  it('[K111] a join in a loop that gets its own value twice ends with VALUE_TOO_LARGE', () => {
    const run = play({
      policy: { maxSteps: 1_000_000 },
      nodes: [
        step('s'),
        { id: 'h', type: 'transform', join: 'each', config: { value: '${previous}' } },
        { id: 'j', type: 'join' },
      ],
      edges: [edge('s -> h'), edge('h -> j.left'), edge('h -> j.right'), edge('j -> h')],
    });
    untilOver(run.start().complete('s', { value: { x: 1 } }));
    expect(run.state.error).toMatchObject({ code: 'VALUE_TOO_LARGE' });
  });

  it('[K111] what stays as large as it is may go round for long', () => {
    const run = play({
      policy: { maxSteps: 5_000 },
      nodes: [
        step('s'),
        { id: 't', type: 'transform', join: 'each', config: { value: { n: '${previous.n}' } } },
      ],
      edges: [edge('s -> t'), edge('t -> t')],
    });
    untilOver(run.start().complete('s', { value: { n: [1, 2, 3] } }));
    expect(run.state.error).toMatchObject({ code: 'LIMIT_REACHED' });
  });
});
