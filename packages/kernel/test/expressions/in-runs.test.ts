// Goal: expressions in runs: wherever a template may stand, with what is missing, with what fails, and in bounds.
import type { Json, Policy, WorkflowNode } from '@skein/kernel';
import { compileGraph, eventFits } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { ask, compute, effectsOf, event, map, statuses } from '../run/acts.ts';
import { edge, play, step, type Player } from '../run/play.ts';

const order = { total: 120.5, items: [{ price: 10, ok: true }, { price: 20 }], risk: 'No' };

/** What a transform makes of a value, given the order as the input of the run. */
function made(value: Json): Json | undefined {
  return play({ nodes: [compute('t', value)] })
    .start(order)
    .output('t');
}

describe('wherever a template may stand', () => {
  it('[K700] alone it keeps its type, in a text it is text', () => {
    expect(
      made({
        number: '${= trigger.total * 2 }',
        list: '${=trigger.items.map(i => i.price)}',
        text: 'Total: ${= trigger.total * 2 } for ${= trigger.items.length} of ${trigger.risk}',
        object: '${= { a: { b: "}" } } }',
        json: 'as ${= { a: [1] } }',
      }),
    ).toEqual({
      number: 241,
      list: [10, 20],
      text: 'Total: 241 for 2 of No',
      object: { a: { b: '}' } },
      json: 'as {"a":[1]}',
    });
  });

  it('[K700] $${= is literal, and values are never scanned', () => {
    const evil = { text: '${= 1 + 1 } ${trigger}' };
    const run = play({
      nodes: [
        compute('t', [
          '$${= 1 + 1 }',
          '$$${= 1 + 1 }',
          '${trigger.text}',
          '${= trigger.text }',
          '${= "$" + "{= 2 }" }',
        ]),
        compute('u', '${t.output} ${= t.output[2] }', { id: 'u' }),
      ],
      edges: [edge('t -> u')],
    }).start(evil);
    expect(run.output('t')).toEqual(['${= 1 + 1 }', '$2', evil.text, evil.text, '${= 2 }']);
    expect(run.output('u')).toBe(`${JSON.stringify(run.output('t'))} ${evil.text}`);
  });

  it('[K700] config, items of a map, a prompt, a mutex, cases and conditions of edges', () => {
    const run = play({
      nodes: [
        step('f', {
          config: { name: 'f', args: { n: '${= trigger.total + 1 }' } },
          mutex: '${= "m" + 1 }',
        }),
        map('m', { items: '${= trigger.items.filter(i => i.ok).pluck("price") }' }),
        ask('q', { config: { prompt: '${= `Pay ${trigger.total}?` }' } }),
        {
          id: 's',
          type: 'switch',
          config: {
            cases: [
              { name: 'large', when: '${= trigger.total > 1000 }' },
              {
                name: 'some',
                when: { left: '${= trigger.items.sum("price") }', op: 'eq', right: '${= 15 * 2 }' },
              },
            ],
          },
        },
        compute('yes'),
        compute('no'),
      ],
      edges: [
        { from: 's', out: 'some', to: 'yes', when: '${= previous.risk.toLowerCase() == "no" }' },
        { from: 's', out: 'some', to: 'no', when: '${= previous.risk == "no" }' },
      ],
    }).start(order);
    expect(run.execution('f').config).toEqual({ name: 'f', args: { n: 121.5 } });
    expect(effectsOf(run)).toContain('child m/0');
    expect([...run.state.waits.values()].map(({ question }) => question.prompt)).toEqual([
      'Pay 120.5?',
    ]);
    expect(statuses(run, 'yes', 'no')).toEqual({ yes: 'completed', no: 'skipped' });
  });

  it('[K700] the input of a sub-workflow, what maps hand down, the state, a delay and the output', () => {
    const inner: Json = { nodes: [{ id: 'c', type: 'join' }] };
    const run = play({
      state: { sum: 0, all: [] },
      nodes: [
        {
          id: 'w',
          type: 'set',
          config: {
            increment: { sum: '${= trigger.items.sum("price") }' },
            extend: { all: '${= trigger.items.map(i => i.price) }' },
          },
        },
        {
          id: 'sub',
          type: 'subworkflow',
          config: { workflow: inner, input: '${= { n: state.sum, of: state.all } }' },
        },
        map('m', { items: [1], with: '${= { sum: state.sum } }' }),
        { id: 'd', type: 'delay', config: { ms: '${= state.sum * 10 }' } },
        { id: 'e', type: 'end', config: { value: '${= state.all.max() }' } },
      ],
      edges: [edge('w -> sub'), edge('w -> m'), edge('w -> d'), edge('d -> e')],
    }).start(order);
    const begun = run.effects.flatMap((each) => (each.type === 'child' ? [each.input] : []));
    expect(begun).toEqual([
      { n: 30, of: [10, 20] },
      { item: 1, index: 0 },
    ]);
    const [timer] = run.state.timers.values();
    expect((timer?.at ?? 0) - run.state.origin.createdAt).toBe(300);
    expect(run.fireTimer().state.output).toBe(20);
  });

  it('[K700] a prompt stays text', () => {
    const llm: WorkflowNode = { id: 'l', type: 'llm', config: { prompt: '${= [1, 2] }' } };
    expect(
      play({ nodes: [llm] })
        .start()
        .execution('l').config,
    ).toEqual({ prompt: '[1,2]' });
  });
});

describe('checks', () => {
  const check = (value: string, more: Partial<WorkflowNode> = {}) =>
    compileGraph({
      skein: 1,
      nodes: [{ ...compute('a', value), ...more }, compute('later')],
      edges: [{ from: 'a', to: 'later' }],
    }).diagnostics;

  it('[K701] what does not parse is an error with its place', () => {
    expect(check('x ${= 1 + } y')).toEqual([
      {
        code: 'BAD_EXPRESSION',
        severity: 'error',
        pointer: '/nodes/0/config/value',
        message: '${= 1 + } (column 9): expected a value, found "}".',
        hint: 'docs/expressions.md describes the language.',
      },
    ]);
    const broken = compileGraph({
      skein: 1,
      nodes: [
        { id: 'i', type: 'if', config: { condition: { left: '${= [1].nope() }', op: 'truthy' } } },
      ],
      edges: [],
    });
    expect(broken.diagnostics).toMatchObject([
      { code: 'BAD_EXPRESSION', pointer: '/nodes/0/config/condition/left' },
    ]);
  });

  it('[K703] references are checked like those of templates', () => {
    expect(check('${= nobody.output.x + later.output }')).toMatchObject([
      {
        code: 'UNKNOWN_REFERENCE',
        message: expect.stringContaining('"nobody", which is not in "nodes"'),
      },
      { code: 'UNKNOWN_REFERENCE', message: expect.stringContaining('only runs after "a"') },
    ]);
  });

  it('[K703] zones are asked for, and messages are loaded', () => {
    const { graph } = compileGraph({
      skein: 1,
      nodes: [compute('a', '${= now.date("Asia/Tokyo") + context.messages.length }')],
      edges: [],
    });
    expect([graph?.zones, graph?.readsMessages]).toEqual([['Asia/Tokyo'], true]);
  });
});

const pendingOf = (run: Player) => run.derived.filter(({ type }) => type === 'activation.pending');

describe('what is missing', () => {
  const pend: Policy = { onUnresolved: 'pend' };
  const reader = (args: string) => step('p', { config: { name: 'f', args } });

  it('[K703][K704] a node pends until all that its expression needs has arrived', () => {
    const run = play({
      policy: pend,
      nodes: [reader('${= a.output.x + b.output.y }'), step('a'), step('b')],
    }).start();
    expect(pendingOf(run)).toMatchObject([{ missing: ['${a.output.x}', '${b.output.y}'] }]);
    run.complete('b', { value: { y: 2 } });
    expect(pendingOf(run)).toMatchObject([{ missing: ['${a.output.x}'] }]);
    run.complete('a', { value: { x: 1 } });
    expect(run.execution('p').config).toMatchObject({ args: 3 });
  });

  it('[K703] it is tried again when anything that it reads has changed', () => {
    const run = play({
      policy: pend,
      nodes: [step('s'), reader('${= a.output.find(x => x.ok)?.id }'), step('a', { join: 'each' })],
      edges: [edge('s -> p'), edge('s -> a'), { from: 'a', out: 'again', to: 'a', loop: true }],
    }).start();
    run.complete('s').complete('a', { value: [], ports: { again: 1 } });
    expect(pendingOf(run)).toMatchObject([{ missing: ['${= a.output.find(x => x.ok)?.id }'] }]);
    run.complete('a', { value: [{ ok: true, id: 7 }] });
    expect(run.execution('p').config).toMatchObject({ args: 7 });
  });

  it('[K704] without pending, the node fails and names the reference', () => {
    const run = play({ nodes: [compute('t', '${= trigger.a.b * 2 }')] }).start({});
    expect(run.state.error).toMatchObject({
      code: 'UNRESOLVED_REFERENCE',
      message: expect.stringContaining('${trigger.a.b} could not be resolved'),
    });
  });

  it('[K704] in a condition it is falsy', () => {
    const run = play({
      nodes: [{ id: 'i', type: 'if', config: { condition: '${= trigger.a > 1 }' } }, compute('no')],
      edges: [{ from: 'i', out: 'false', to: 'no' }],
    }).start({});
    expect(statuses(run, 'no')).toEqual({ no: 'completed' });
  });
});

describe('what fails', () => {
  it('[K705] fails its node, which an edge can handle', () => {
    const run = play({
      nodes: [compute('t', 'x ${= trigger.n / 0 }'), compute('handler', '${previous.code}')],
      edges: [{ from: 't', out: 'error', to: 'handler' }],
    }).start({ n: 1 });
    expect(run.output('handler')).toBe('EXPRESSION_FAILED');
  });

  it.each([
    ['if', { condition: '${= trigger.n / 0 > 1 }' }],
    ['switch', { cases: [{ name: 'a', when: { not: '${= 1 / trigger.zero }' } }] }],
  ])('[K705] fails the condition of %s, and so the node', (type, config) => {
    const run = play({ nodes: [{ id: 'i', type, config }] }).start({ n: 1, zero: 0 });
    expect([run.state.status, run.state.error]).toMatchObject([
      'failed',
      {
        code: 'EXPRESSION_FAILED',
        node: 'i',
        message: expect.stringContaining('division by zero'),
      },
    ]);
  });

  const edges = [
    { id: 'bad', from: 's', to: 'a', when: '${= previous / 0 > 1 }' },
    { id: 'good', from: 's', to: 'b' },
  ];

  it('[K705] fails the condition of an edge, and so the run', () => {
    const run = play({ nodes: [step('s'), step('a'), step('b')], edges }).start();
    run.complete('s', { value: 1 });
    expect(run.state.status).toBe('failed');
    expect(run.state.error).toMatchObject({
      code: 'EXPRESSION_FAILED',
      node: 's',
      message: expect.stringContaining('The condition of the edge "bad" failed: ${= previous'),
    });
    expect(run.running()).toEqual([]);
  });

  it.each([
    [
      'after a failure',
      { from: 's', out: 'error', to: 'a', when: '${= previous.attempt / 0 > 1 }' },
    ],
    ['of a loop', { from: 's', to: 's', loop: true, when: '${= previous / 0 > 1 }' }],
    ['into a join', { from: 's', to: 'a', when: { left: 1, op: 'lt', right: '${= 1 / 0 }' } }],
  ])('[K705] fails the condition of an edge %s, and so the run', (_, bad) => {
    for (const schedule of ['eager', 'superstep'] as const) {
      const run = play({
        policy: { schedule },
        nodes: [step('s'), step('a')],
        edges: [{ id: 'bad', ...bad }],
      }).start();
      if ('out' in bad) run.fail('s', { retry: 'never' });
      else run.complete('s', { value: 1 });
      // Under `superstep` edges are followed when the whole pass is done.
      if (run.running().includes('a#1')) run.complete('a');
      expect([schedule, run.state.status, run.state.error]).toMatchObject([
        schedule,
        'failed',
        { code: 'EXPRESSION_FAILED', message: expect.stringContaining('edge "bad" failed') },
      ]);
    }
  });

  it('[K705] where runs continue after failures, the other edges fire and the run ends failed', () => {
    for (const schedule of ['eager', 'superstep'] as const) {
      const run = play({
        policy: { onError: 'continue', schedule },
        nodes: [step('s'), step('a'), step('b')],
        edges,
      }).start();
      run.complete('s', { value: 1 });
      expect(run.running()).toEqual(['b#1']);
      run.complete('b');
      expect([run.state.status, run.state.error?.code]).toEqual(['failed', 'EXPRESSION_FAILED']);
    }
  });

  it('[K705] data that the condition of an event cannot be computed with fails the node', () => {
    const run = play({
      nodes: [event('e', { config: { name: 'e', when: '${= previous.n * 2 > 4 }' } })],
    }).start();
    const { graph, state } = run;
    const [activation] = [...(state.nodes.get(0)?.alive.values() ?? [])];
    const fits = (data: Json) =>
      activation !== undefined && eventFits({ graph, state, event: { at: 0 } }, activation, data);
    expect([{ n: 3 }, { n: 1 }, { n: 'x' }, {}].map(fits)).toMatchObject([
      true,
      false,
      { code: 'EXPRESSION_FAILED', retry: 'never' },
      false,
    ]);
    const failure = { code: 'EXPRESSION_FAILED', message: 'x', retry: 'never' } as const;
    const [wait] = state.waits.keys();
    run.send({ type: 'wait.answered', wait: wait!, answer: { n: 'x' }, failure });
    expect(run.state).toMatchObject({
      status: 'failed',
      error: { code: 'EXPRESSION_FAILED', node: 'e' },
    });
    expect(run.state.waits.size).toBe(0);
  });

  it('[K705] a key of a limit that fails, fails its node', () => {
    const run = play({ nodes: [step('f', { mutex: '${= 1 / trigger.zero }' })] }).start({
      zero: 0,
    });
    expect(run.state.error).toMatchObject({ code: 'EXPRESSION_FAILED', node: 'f' });
  });
});

describe('bounds of a batch', () => {
  const heavy = '${= range(15000).filter(x => x > 1).length }';

  it('[K708] a batch ends when its expressions have taken much, and goes on', () => {
    const ids = Array.from({ length: 5 }, (_, i) => `t${i}`);
    const run = play({
      nodes: ids.map((id) => compute(id, heavy)),
      edges: ids.slice(1).map((id, i) => ({ from: ids[i] ?? '', to: id })),
    }).start();
    let batches = 1;
    while (run.effects.some(({ type }) => type === 'continue')) {
      run.send({ type: 'run.continued' });
      batches += 1;
    }
    expect([run.state.status, run.output('t4')]).toEqual(['completed', 14_998]);
    expect(batches).toBe(3);
  });

  it('[K708] what needs a slot waits for the next batch too', () => {
    const ids = Array.from({ length: 5 }, (_, i) => `f${i}`);
    const run = play({
      policy: { concurrency: 100 },
      nodes: ids.map((id) => step(id, { config: { name: 'f', args: heavy } })),
    }).start();
    expect(run.running().length).toBe(2);
    while (run.effects.some(({ type }) => type === 'continue')) run.send({ type: 'run.continued' });
    expect(run.running()).toEqual(ids.map((id) => `${id}#1`));
  });

  it('[K708] what one node takes is bounded too', () => {
    const run = play({
      nodes: [
        compute(
          't',
          Array.from({ length: 30 }, () => heavy),
        ),
      ],
    }).start();
    expect(run.state.error).toMatchObject({ code: 'EXPRESSION_LIMIT', node: 't' });
  });
});
