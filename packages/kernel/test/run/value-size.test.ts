// Goal: no loop of computed nodes can make a value that nobody could serialise, however little memory it takes. Method: the
// kernel alone; a harness that serialises states would itself be what the rule protects from.
import {
  compileGraph,
  createRun,
  transition,
  type Json,
  type RunEvent,
  type RunState,
  type Workflow,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge } from './play.ts';

function run(workflow: Omit<Workflow, 'skein'>, input: Json): RunState {
  const { graph } = compileGraph({ skein: 1, ...workflow });
  let state = createRun();
  const base = { at: 0, id: '00000000-0000-7000-8000-000000000000' };
  const send = (event: object): void => {
    // The fields are those of the events below.
    const placed = { ...event, ...base, seq: state.seq + 1 } as RunEvent;
    ({ state } = transition(graph!, state, placed, false));
  };
  send({ type: 'run.started', run: 'r', workflow: { id: 'w', version: 'v' }, rules: 1, input });
  for (let turns = 0; state.status === 'running' && turns < 1000; turns++) {
    send({ type: 'run.continued' });
  }
  return state;
}

/** `t` leads to itself for ever: what it makes of its own value grows. */
function loop(value: Json, maxSteps = 1_000_000): Omit<Workflow, 'skein'> {
  return {
    policy: { maxSteps },
    nodes: [
      { id: 's', type: 'start' },
      { id: 't', type: 'transform', join: 'each', config: { value } },
    ],
    edges: [edge('s -> t'), edge('t -> t')],
  };
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
    const { error } = run(loop(value), { x: 'some text' });
    expect(error).toMatchObject({ code: 'VALUE_TOO_LARGE', node: 't' });
    expect(error?.message).toContain(complaint);
  });

  it('[K111] a join in a loop that gets its own value twice ends with VALUE_TOO_LARGE', () => {
    const { error } = run(
      {
        policy: { maxSteps: 1_000_000 },
        nodes: [
          { id: 's', type: 'start' },
          { id: 'h', type: 'transform', join: 'each', config: { value: '${previous}' } },
          { id: 'j', type: 'join' },
        ],
        edges: [edge('s -> h'), edge('h -> j.left'), edge('h -> j.right'), edge('j -> h')],
      },
      { x: 1 },
    );
    expect(error).toMatchObject({ code: 'VALUE_TOO_LARGE' });
  });

  it('[K111] what stays as large as it is may go round for long', () => {
    const { error } = run(loop({ n: '${previous.n}' }, 5000), { n: [1, 2, 3] });
    expect(error).toMatchObject({ code: 'LIMIT_REACHED' });
  });
});
