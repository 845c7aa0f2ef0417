// Goal: a canvas says natively what its format means: node by node, handle by handle.
import type { Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { canvas } from '../../src/index.ts';
import { drawCanvas } from './draw-canvas.ts';
import { playCanvas } from './play-canvas.ts';

describe('the workflow', () => {
  it('[CV7] is eager, never merges tokens, holds while a person is asked, and fails at the first error', () => {
    const { graph } = canvas.compile(drawCanvas('start > agent, agent > approval'));
    expect(graph?.policy).toMatchObject({
      schedule: 'eager',
      whileWaiting: 'hold',
      onError: 'fail',
      onUnresolved: 'fail',
    });
    expect(graph?.nodes.map(({ join }) => join)).toEqual(['each', 'each', 'each']);
  });

  it('[CV7] takes id, name, description and policy from the top', () => {
    const definition = {
      id: 'i',
      name: 'N',
      description: 'D',
      policy: { maxSteps: 7, whileWaiting: 'continue' },
      ...drawCanvas('start'),
    };
    expect(canvas.compile(definition).workflow).toMatchObject({
      id: 'i',
      name: 'N',
      description: 'D',
      policy: { maxSteps: 7, whileWaiting: 'continue' },
    });
  });

  it('[CV12] keeps the document, and the places as positions', () => {
    const definition = {
      nodes: [{ id: 's', type: 'start', x: 3, y: 4 }],
      connections: [],
      extra: [1],
    };
    expect(canvas.compile(definition).workflow?.studio).toEqual({
      positions: { s: { x: 3, y: 4 } },
      source: { dialect: 'canvas', definition },
    });
  });
});

describe('start', () => {
  it.each([
    [{}, undefined, ''],
    [{}, { a: 1 }, { a: 1 }],
    [{ initialInput: '' }, 'given', 'given'],
    [{ initialInput: null }, 'given', 'given'],
    [{ initialInput: 'own' }, 'given', 'own'],
    [{ initialInput: 0 }, 'given', 0],
    [{ initialInput: false }, 'given', false],
    [{ initialInput: ['${x}', { $: '$${y}' }] }, undefined, ['${x}', { $: '$${y}' }]],
  ])('[CV2] %j with the input %j gives %j', (data, input, output) => {
    const run = playCanvas(drawCanvas('start', { start: data }), input as Json);
    expect(run.view().state).toEqual({ start: output, previous_output: output });
  });
});

describe('if', () => {
  const ways = ['condition-0', 'condition-1', 'false'];
  const take = (conditions: Json, initialInput: Json) => {
    const line = ['start > if', ...ways.map((way, index) => `if:${way} > agent${index}`)].join(
      ', ',
    );
    const run = playCanvas(drawCanvas(line, { if: { conditions }, start: { initialInput } }));
    expect(run.running().map((id) => run.prompt(id))).toEqual(
      run
        .running()
        .map(() =>
          typeof initialInput === 'string' ? initialInput : JSON.stringify(initialInput),
        ),
    );
    return run.running().map((id) => ways[Number(id.slice(5))]);
  };
  const equal = (value: string) => ({ operator: 'equal', value });
  const contains = (value: string) => ({ operator: 'contains', value });

  it.each([
    [[contains('YES')], 'oh yes!', 'condition-0'],
    [[contains(' yes ')], 'YES', 'condition-0'],
    [[equal('yes')], 'yes!', 'false'],
    [[equal(' Yes ')], 'yES', 'condition-0'],
    [[equal('yes')], ' yes', 'false'],
    [[contains('a'), contains('ab')], 'ab', 'condition-0'],
    [[contains('b'), contains('a')], 'a', 'condition-1'],
    [[contains(''), equal(' ')], '', 'false'],
    [[contains('"a":1')], { a: 1 }, 'condition-0'],
    [[contains('true')], true, 'condition-0'],
    [[contains('${previous}')], 'x', 'false'],
    [[contains('${previous}')], 'a ${PREVIOUS} b', 'condition-0'],
    [[], 'x', 'false'],
  ])('[CV4] %j on %j goes by %s', (conditions, input, way) => {
    // An empty input means the input of the run, which is not given here.
    expect(take(conditions, input as Json)).toEqual([way]);
  });

  it('[CV4] without a connection the branch ends, and the output is what entered', () => {
    const run = playCanvas(
      drawCanvas('start > if, if:condition-0 > agent', {
        start: { initialInput: 'no' },
        if: { conditions: [contains('yes')] },
      }),
    );
    expect([run.state.status, run.state.output]).toEqual(['completed', 'no']);
  });
});

describe('approval', () => {
  it.each([
    ['approve', 'agent'],
    ['reject', 'agent2'],
  ] as const)(
    '[CV5] %s passes on what entered to the connection of that handle',
    (decision, next) => {
      const run = playCanvas(
        drawCanvas('start > approval, approval:approve > agent, approval:reject > agent2', {
          start: { initialInput: { a: 1 } },
          approval: { prompt: 'Fine, ${you}?' },
        }),
      );
      expect([...run.state.waits.values()][0]?.question).toEqual({
        kind: 'approval',
        prompt: 'Fine, ${you}?',
      });
      run.answer('approval', decision, 'note');
      expect([run.running(), run.prompt(next)]).toEqual([[next], '{"a":1}']);
    },
  );
});

describe('handles', () => {
  it('[CV6] output may be written or left out, and nothing else ever fires', () => {
    const line =
      'start:output > agent, agent > agent2, agent:error > agent3, agent:default > agent4, agent:x > agent5';
    const run = playCanvas(drawCanvas(line));
    run.complete('agent');
    expect(run.running()).toEqual(['agent2']);
  });

  it('[CV6] a handle called error does not handle a failure', () => {
    const run = playCanvas(drawCanvas('start > agent, agent:error > agent2'));
    const failure = { code: 'X', message: 'no', retry: 'never' } as const;
    run.send({ type: 'node.failed', node: 'agent', activation: 1, failure });
    expect(run.state.status).toBe('failed');
  });

  it('[CV6] of an if and an approval only their own fire', () => {
    const data = { if: { conditions: [{ operator: 'contains', value: 'q' }] } };
    const run = playCanvas(
      drawCanvas(
        'start > if, if > agent, if:default > agent2, if:output > agent3, if:false > approval, approval > agent4, approval:approved > agent5, approval:output > agent6',
        data,
      ),
    );
    expect(run.open()).toEqual(['approval']);
    expect(run.answer('approval').state.status).toBe('completed');
  });
});

describe('older forms', () => {
  it('[CV10] input is an approval, and a connection without a handle counts as approve', () => {
    const definition = drawCanvas('start > input, input > agent, input:reject > agent2');
    const run = playCanvas(definition).answer('input');
    expect(run.running()).toEqual(['agent']);
    expect(playCanvas(definition).answer('input', 'reject').running()).toEqual(['agent2']);
  });

  it('[CV10] condition is one contains when conditions are missing or empty', () => {
    for (const conditions of [undefined, null, []]) {
      const data = { condition: 'Yes', ...(conditions === undefined ? {} : { conditions }) };
      const definition = drawCanvas(
        'start > if, if:true > agent, if:condition-0 > agent2, if:false > agent3',
        { if: data, start: { initialInput: 'well, YES' } },
      );
      // The older handle beside the newer one: both fire.
      expect(playCanvas(definition).running()).toEqual(['agent', 'agent2']);
    }
    const both = { condition: 'yes', conditions: [{ operator: 'equal', value: 'no' }] };
    const run = playCanvas(
      drawCanvas('start > if, if:true > agent, if:false > agent3', {
        if: both,
        start: { initialInput: 'yes' },
      }),
    );
    expect(run.running()).toEqual(['agent3']);
  });
});

describe('versions', () => {
  it('[CV13] moving a node makes no new version, everything else does', () => {
    const at = (x: number, more = {}) =>
      canvas.compile({
        nodes: [{ id: 's', type: 'start', x, y: x, data: { x } }],
        connections: [],
        ...more,
      }).version;
    const same = { nodes: [{ id: 's', type: 'start', data: { x: 1 } }], connections: [] };
    expect(canvas.compile(same).version).toBe(at(1));
    expect(canvas.compile({ ...same, nodes: [{ ...same.nodes[0], x: 9 }] }).version).toBe(at(1));
    expect(at(2)).not.toBe(at(1));
    expect(at(1, { name: 'n' })).not.toBe(at(1));
  });
});

describe('ids', () => {
  it('[CV17] __proto__ and constructor are ids as any other', () => {
    const definition = JSON.parse(
      '{"nodes":[{"id":"__proto__","type":"start","data":{"initialInput":"hi"}},{"id":"constructor","type":"agent"},{"id":"toString","type":"approval"}],"connections":[{"source":"__proto__","target":"constructor"},{"source":"constructor","target":"toString"}]}',
    ) as Json;
    const run = playCanvas(definition).complete('constructor', 'out').answer('toString');
    const { state, status } = run.view();
    expect(status).toBe('completed');
    expect(Object.entries(state)).toEqual([
      ['previous_output', 'out'],
      ['toString_approval', { decision: 'approve', note: '' }],
      ['__proto__', 'hi'],
      ['constructor', 'out'],
    ]);
  });
});
