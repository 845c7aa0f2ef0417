// Goal: what an activation sees: its inputs by port, the value that caused it, and when it is not activated at all.
import type { Json, WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step, type Player } from './play.ts';

const steps = (...ids: string[]) => ids.map((id) => step(id));

/** Diamond s → a, b → j over the given edges into j. */
function diamond(edges: readonly ReturnType<typeof edge>[], j: Partial<WorkflowNode> = {}): Player {
  return play({
    nodes: [...steps('s', 'a', 'b'), step('j', j)],
    edges: [edge('s -> a'), edge('s -> b'), ...edges],
  })
    .start()
    .complete('s');
}

describe('inputs', () => {
  it('[K73] are an object by port in definition order of the edges, not of arrival', () => {
    const run = diamond([edge('a -> j.second'), edge('b -> j.first')]);
    run.complete('b').complete('a');
    expect(JSON.stringify(run.inputsOf('j')[0])).toBe('{"second":"a#1","first":"b#1"}');
  });

  it('[K73] also where a kept value stands between picked ones', () => {
    const run = play({
      nodes: steps('s', 'x', 'h', 'b', 'j'),
      edges: [
        edge('s -> x'),
        edge('s -> h'),
        edge('h -> b'),
        edge('h -> j.h'),
        edge('x -> j.x'),
        edge('b.out -> j.b'),
        edge('b.again => h'),
      ],
    }).start();
    run.complete('s').complete('x').complete('h');
    run.complete('b', { ports: { out: 1, again: 1 } }).complete('h');
    run.complete('b', { ports: { out: 2 } });
    expect(run.inputsOf('j').map((inputs) => JSON.stringify(inputs))).toEqual([
      '{"h":"h#1","x":"x#1","b":1}',
      '{"h":"h#2","x":"x#1","b":2}',
    ]);
  });

  it('[K73] an edge without a value is absent, and reads null', () => {
    const run = diamond([edge('a -> j.a'), edge('b -> j.b')], {
      config: { name: 'any', args: { a: '${inputs.a}', b: '${inputs.b}', text: '<${inputs.a}>' } },
    });
    run.complete('a', {}).complete('b');
    expect(run.inputsOf('j')).toEqual([{ b: 'b#1' }]);
    expect(run.execution('j').config.args).toEqual({ a: null, b: 'b#1', text: '<null>' });
  });

  it('[K73] of two edges into one port the later in definition order wins, whatever came first', () => {
    for (const order of [['a', 'b'] as const, ['b', 'a'] as const]) {
      const run = diamond([edge('a -> j.x'), edge('b -> j.x')]);
      for (const id of order) run.complete(id);
      expect(run.inputsOf('j')).toEqual([{ x: 'b#1' }]);
    }
  });

  it('[K73] of two edges into one port, one without a value does not hide the other', () => {
    const run = diamond([edge('a -> j.x'), edge('b -> j.x')])
      .complete('a')
      .complete('b', {});
    expect(run.inputsOf('j')).toEqual([{ x: 'a#1' }]);
  });

  it('[K73] a value of this round beats a kept one in the same port', () => {
    const run = play({
      nodes: steps('s', 'o', 'h', 'j'),
      edges: [
        edge('s -> o'),
        edge('s -> h'),
        edge('h.again -> h'),
        edge('h.out -> j.x'),
        edge('o -> j.x'),
      ],
    }).start();
    run
      .complete('s')
      .complete('o')
      .complete('h', { ports: { out: 'h1', again: 1 } });
    run.complete('h', { ports: { out: 'h2' } });
    // In round 1 both are new, so the later edge wins; in round 2 only h's value is.
    expect(run.inputsOf('j')).toEqual([{ x: 'o#1' }, { x: 'h2' }]);
  });

  it('[K73] a loop edge beats what entered the loop by the same port', () => {
    const run = play({
      nodes: steps('s', 'h'),
      edges: [edge('h.again => h'), edge('s -> h')],
    }).start();
    run.complete('s').complete('h', { ports: { again: 'round 2' } });
    expect(run.inputsOf('h')).toEqual([{ input: 's#1' }, { input: 'round 2' }]);
  });

  it('[K73] ports called __proto__ and constructor are plain keys', () => {
    const run = diamond([edge('a -> j.__proto__'), edge('b -> j.constructor')]);
    run.complete('b').complete('a');
    expect(JSON.stringify(run.inputsOf('j')[0])).toBe('{"__proto__":"a#1","constructor":"b#1"}');
  });

  it('[K73] an entry has the run input in its port input, or nothing', () => {
    expect(
      play({ nodes: steps('s') })
        .start(7)
        .inputsOf('s'),
    ).toEqual([{ input: 7 }]);
    expect(
      play({ nodes: steps('s') })
        .start(null)
        .inputsOf('s'),
    ).toEqual([{ input: null }]);
    expect(
      play({ nodes: steps('s') })
        .start()
        .inputsOf('s'),
    ).toEqual([{}]);
  });
});

describe('previous', () => {
  const previousOf = (run: Player, node: string, n?: number): Json | undefined =>
    run.execution(node, n).previous;

  it('[K74] for an entry is the input of the run', () => {
    expect(previousOf(play({ nodes: steps('s') }).start({ a: 1 }), 's')).toEqual({ a: 1 });
    expect(previousOf(play({ nodes: steps('s') }).start(), 's')).toBeUndefined();
  });

  const rows: readonly (readonly [
    string,
    Partial<WorkflowNode>,
    readonly [string, string],
    Json,
  ])[] = [
    ['all with several ports: the object', { join: 'all' }, ['j.x', 'j.y'], { x: 'a#1', y: 'b#1' }],
    ['all with one port: its value', { join: 'all' }, ['j.x', 'j.x'], 'b#1'],
    ['n-of with several ports: the object', { join: 'n-of', n: 1 }, ['j.x', 'j.y'], { y: 'b#1' }],
    ['n-of with one port: its value', { join: 'n-of', n: 2 }, ['j.x', 'j.x'], 'b#1'],
    ['any: the value on the token', { join: 'any' }, ['j.x', 'j.y'], 'b#1'],
    ['each: the value on the token', { join: 'each' }, ['j.x', 'j.y'], 'b#1'],
    ['once: the value on the token', { join: 'once' }, ['j.x', 'j.y'], 'b#1'],
  ];

  it.each(rows)('[K74] %s', (_name, j, [first, second], expected) => {
    const run = diamond([edge(`a -> ${first}`), edge(`b -> ${second}`)], j);
    run.complete('b');
    if (run.count('j') === 0) run.complete('a');
    expect(previousOf(run, 'j', 1)).toEqual(expected);
  });

  it.each(['constructor', '__proto__'])(
    '[K74] one port called %s without a value: nothing, not what every object inherits',
    (port) => {
      const run = diamond([edge(`a -> j.${port}`), edge(`b -> j.${port}`)]);
      run.complete('a', {}).complete('b', {});
      expect(previousOf(run, 'j')).toBeUndefined();
    },
  );

  it('[K74] at a head reached by a loop edge is the value on that token', () => {
    const run = play({
      nodes: steps('s', 'x', 'h'),
      edges: [edge('s -> x'), edge('s -> h.s'), edge('x -> h.x'), edge('h.again => h.back')],
    }).start();
    run.complete('s').complete('x');
    expect(previousOf(run, 'h')).toEqual({ s: 's#1', x: 'x#1' });
    run.complete('h', { ports: { again: 'back' } });
    expect(previousOf(run, 'h')).toBe('back');
  });

  it('[K74] a token without a value leaves nothing to read', () => {
    const run = play({
      nodes: [...steps('s'), step('a', { config: { name: 'any', args: '${previous|none}' } })],
      edges: [edge('s -> a')],
    }).start();
    run.complete('s', {});
    expect(previousOf(run, 'a')).toBeUndefined();
    expect(run.execution('a').config.args).toBe('none');
  });
});

describe('required inputs', () => {
  const required = (...ports: string[]): Partial<WorkflowNode> => ({
    input: Object.fromEntries(ports.map((port) => [port, { required: true }])),
  });
  const skippedBy = (run: Player): string[] =>
    run.derived.flatMap((each) =>
      each.type === 'node.skipped' ? [`${each.node}: ${each.reason}`] : [],
    );

  it.each([
    ['has no value', {}],
    ['is null', { value: null }],
  ])('[K75] one that %s skips the node, which is no activation and no step', (_name, result) => {
    const run = diamond([edge('a -> j.a'), edge('b -> j.b')], required('a'));
    run.complete('b').complete('a', result);
    expect(skippedBy(run)).toEqual(['j: required input "a" has no value']);
    expect(run.count('j')).toBe(0);
    expect(run.state.steps).toBe(3);
    expect(run.state.status).toBe('completed');
  });

  it.each([[0], [false], [''], [[]]])('[K75] %j is a value', (value) => {
    const run = diamond([edge('a -> j.a'), edge('b -> j.b')], required('a', 'b'));
    run.complete('a', { value }).complete('b');
    expect(run.count('j')).toBe(1);
  });

  it('[K75] a branch that was not taken leaves its required input without a value', () => {
    const run = play({
      nodes: [...steps('s', 'a', 'b'), step('j', required('b')), step('after')],
      edges: [
        edge('s.a -> a'),
        edge('s.b -> b'),
        edge('a -> j.a'),
        edge('b -> j.b'),
        edge('j -> after'),
      ],
    }).start();
    run.complete('s', { ports: { a: 1 } }).complete('a');
    expect(skippedBy(run)).toEqual(['j: required input "b" has no value']);
    expect(run.count('after')).toBe(0);
    expect(run.state.status).toBe('completed');
  });

  it('[K75] of a group one value is enough', () => {
    const group = { requireOneOf: [['a', 'b']] };
    const run = diamond([edge('a -> j.a'), edge('b -> j.b')], group);
    run.complete('a', { value: null }).complete('b');
    expect(run.count('j')).toBe(1);
    const none = diamond([edge('a -> j.a'), edge('b -> j.b')], group);
    none.complete('a', { value: null }).complete('b', {});
    expect(skippedBy(none)).toEqual(['j: none of the inputs "a", "b" has a value']);
  });

  it('[K75] a node that is skipped in one round runs in the next', () => {
    const run = play({
      entry: ['h'],
      nodes: [...steps('h'), step('j', required('input'))],
      edges: [edge('h.again -> h'), edge('h.out -> j')],
    }).start();
    run.complete('h', { ports: { out: null, again: 1 } });
    expect(skippedBy(run)).toEqual(['j: required input "input" has no value']);
    run.complete('h', { ports: { out: 1 } });
    expect(run.inputsOf('j')).toEqual([{ input: 1 }]);
  });

  it('[K75] an entry without the input that it requires is skipped', () => {
    const run = play({ nodes: [step('s', required('input'))] }).start(null);
    expect(skippedBy(run)).toEqual(['s: required input "input" has no value']);
    expect(run.state.status).toBe('completed');
  });

  it('[K75] `${node.status}` of a node that was skipped is idle', () => {
    const run = play({
      nodes: [
        ...steps('s'),
        step('j', required('input')),
        step('reader', { config: { name: 'any', args: '${j.status}' } }),
      ],
      edges: [edge('s.j -> j'), edge('s.r -> reader')],
    }).start();
    run.complete('s', { ports: { j: null, r: 1 } });
    expect(run.execution('reader').config.args).toBe('idle');
  });
});
