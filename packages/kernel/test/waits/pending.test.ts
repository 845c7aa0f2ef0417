// Goal: nodes that lack data. With `pend` they are retried when it has arrived and the run stalls only when nothing can
// bring it; with `fail` they fail. Nothing that waits for data may keep the rest from continuing.
import type { Policy, WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { ask, compute, delay, derivedOf, effectsOf, map, statuses, waitIdOf } from '../run/acts.ts';
import { edge, play, step, type Player } from '../run/play.ts';

const pend = (more: Policy = {}): { policy: Policy } => ({
  policy: { onUnresolved: 'pend', ...more },
});
const reader = (id: string, args: string, more: Partial<WorkflowNode> = {}): WorkflowNode =>
  step(id, { config: { name: 'f', args }, ...more });

describe('pend', () => {
  it('[K46] a node that lacks data is pending and tried again when it has arrived', () => {
    const run = play({ ...pend(), nodes: [reader('p', '${a.output.x}'), step('a')] }).start();
    expect(run.derived).toContainEqual({
      type: 'activation.pending',
      node: 'p',
      activation: 1,
      missing: ['${a.output.x}'],
    });
    expect([run.running(), statuses(run, 'p')]).toEqual([['a#1'], { p: 'pending' }]);
    run.complete('a', { value: { x: 5 } });
    expect(run.execution('p')).toMatchObject({ activation: 1, attempt: 1, config: { args: 5 } });
    expect(run.complete('p').state.status).toBe('completed');
  });

  it('[K46] it is tried when one of several has come, and then lacks the rest', () => {
    const run = play({
      ...pend(),
      nodes: [reader('p', '${a.output} ${b.output}'), step('a'), step('b')],
    }).start();
    run.complete('a');
    expect(run.derived).toContainEqual({
      type: 'activation.pending',
      node: 'p',
      activation: 1,
      missing: ['${b.output}'],
    });
    run.complete('b');
    expect(run.execution('p').config).toMatchObject({ args: 'a#1 b#1' });
  });

  it('[K46] others do not look: only who lacks an output of that node is tried', () => {
    const run = play({
      ...pend(),
      nodes: [reader('p', '${a.output}'), reader('q', '${b.output}'), step('a'), step('b')],
    }).start();
    run.complete('a');
    expect(derivedOf(run, 'activation.pending')).toEqual([]);
    expect(statuses(run, 'p', 'q')).toEqual({ p: 'running', q: 'pending' });
  });

  it('[K46] several that lack the same are tried in the order in which they were activated', () => {
    const run = play({
      ...pend(),
      nodes: [step('s'), ...['p', 'q', 'r'].map((id) => reader(id, '${a.output}')), step('a')],
      edges: [edge('s -> r'), edge('s -> q'), edge('s -> p')],
    }).start();
    run.complete('s').complete('a');
    expect(run.running()).toEqual(['r#1', 'q#1', 'p#1']);
  });

  const modes: readonly (readonly [WorkflowNode, string])[] = [
    [compute('p', '${a.output}'), 'finish completed'],
    [{ id: 'p', type: 'if', config: { condition: true, note: '${a.output}' } }, 'finish completed'],
    [{ id: 'p', type: 'end', config: { value: '${a.output}' } }, 'finish completed'],
    [{ id: 'p', type: 'stop', config: { reason: '${a.output}' } }, 'finish stopped'],
    [ask('p', { config: { prompt: '${a.output}' } }), 'wait p'],
    [delay('p', 0, { config: { ms: 5, note: '${a.output}' } }), 'timer +5'],
    [map('p', { items: ['${a.output}'] }), 'child p/0'],
    [
      { id: 'p', type: 'subworkflow', config: { workflow: 'w', input: '${a.output}' } },
      'child p/0',
    ],
    [{ id: 'p', type: 'emit', config: { name: '${a.output}' } }, 'emit p#1'],
    [reader('p', '${a.output}'), 'execute p#1'],
  ];

  it.each(modes.map(([node, effect]) => [node.type, effect, node] as const))(
    '[K46] nodes of every mode pend: %s, then %s',
    (_type, effect, node) => {
      for (const schedule of ['eager', 'superstep'] as const) {
        const run = play({ ...pend({ schedule }), nodes: [node, step('a')] }).start();
        expect(statuses(run, 'p')).toEqual({ p: 'pending' });
        run.complete('a');
        expect(effectsOf(run)).toEqual([effect]);
      }
    },
  );

  it('[K46] a default is not a lack', () => {
    const run = play({ ...pend(), nodes: [reader('p', '${a.output|none}'), step('a')] }).start();
    expect(run.running()).toEqual(['p#1', 'a#1']);
  });

  it('[K46] with nothing left that could bring it the run is stalled and names node and references', () => {
    const run = play({
      ...pend(),
      nodes: [
        reader('q', '${a.output.y} ${b.output}'),
        compute('p', '${trigger.x}'),
        step('a'),
        step('b'),
      ],
      edges: [edge('a.other -> b')],
    }).start();
    expect(run.state.status).toBe('running');
    run.complete('a', { value: {} });
    expect(run.state.status).toBe('stalled');
    expect(run.state.error).toEqual({
      code: 'STALLED',
      message:
        'Nothing can bring what these nodes wait for: "q" lacks ${a.output.y}, ${b.output}; "p" lacks ${trigger.x}.',
      node: 'q',
      activation: 1,
      details: {
        pending: [
          { node: 'q', activation: 1, missing: ['${a.output.y}', '${b.output}'] },
          { node: 'p', activation: 1, missing: ['${trigger.x}'] },
        ],
      },
    });
    expect(statuses(run, 'q', 'p')).toEqual({ q: 'cancelled', p: 'cancelled' });
  });

  it('[K46] a wait, a timer or a retry could still bring it', () => {
    const others = [ask('w'), delay('w', 10), step('w', { retry: { attempts: 2 } })];
    for (const other of others) {
      const run = play({
        ...pend(),
        nodes: [reader('p', '${zz.output}'), other, step('zz')],
        entry: ['p', 'w'],
      }).start();
      if (other.type === 'function') run.fail('w');
      expect(['waiting', 'running']).toContain(run.state.status);
      if (other.type === 'input') run.answer('w', 1);
      else run.fireTimer();
      if (other.type === 'function') run.complete('w');
      expect(run.state.status).toBe('stalled');
    }
  });

  it('[K46] failures win over a stall and are listed', () => {
    const run = play({
      ...pend({ onError: 'continue' }),
      nodes: [reader('p', '${a.output}'), step('a'), step('b')],
    }).start();
    run.fail('a').fail('b');
    expect(run.state.status).toBe('failed');
    expect(run.state.error).toMatchObject({
      node: 'a',
      details: { failures: [{ node: 'a' }, { node: 'b' }] },
    });
  });

  it('[K46] [K47] while it lacks data it holds no mutex: who brings the data may need it', () => {
    const run = play({
      ...pend(),
      nodes: [
        reader('p', '${b.output}', { mutex: 'm' }),
        step('b', { mutex: 'm' }),
        step('c', { mutex: 'm' }),
      ],
    }).start();
    expect(run.running()).toEqual(['b#1']);
    run.complete('b');
    // c was ready before p became it.
    expect(run.running()).toEqual(['c#1']);
    expect(run.complete('c').running()).toEqual(['p#1']);
  });

  it('[K46] [K47] a mutex that cannot be named yet pends too', () => {
    const run = play({
      ...pend(),
      nodes: [step('p', { mutex: '${a.output}' }), step('q', { mutex: '${a.output}' }), step('a')],
    }).start();
    expect(statuses(run, 'p', 'q')).toEqual({ p: 'pending', q: 'pending' });
    run.complete('a');
    expect(run.running()).toEqual(['p#1']);
    expect(run.complete('p').running()).toEqual(['q#1']);
  });

  it('[K46] [K49] while a gate is closed it is queued instead, and shows ready', () => {
    const run = play({
      ...pend({ whileWaiting: 'hold' }),
      nodes: [reader('p', '${a.output}'), step('a'), ask('w'), step('a2'), step('w2')],
      edges: [edge('a -> a2'), edge('w -> w2')],
    }).start();
    run.complete('a');
    expect([run.running(), statuses(run, 'p')]).toEqual([[], { p: 'ready' }]);
    expect(run.state.status).toBe('waiting');
    run.answer('w', 'yes');
    expect(run.running()).toEqual(['w2#1', 'p#1', 'a2#1']);
  });

  it('[K46] [K48] one that is cancelled is not tried and not missed', () => {
    const run = play({
      ...pend(),
      nodes: [reader('p', '${a.output}'), step('a', { cancels: ['p'] })],
    }).start();
    run.complete('a');
    expect([run.running(), run.state.status]).toEqual([[], 'completed']);
  });
});

describe('pend under superstep', () => {
  const superstep = pend({ schedule: 'superstep' });

  it('[K46] it does not keep the pass open and has its place in the next one', () => {
    const run = play({
      ...superstep,
      nodes: [step('a'), reader('p', '${b.output}'), step('b'), step('a2'), step('b2')],
      edges: [edge('a -> a2'), edge('b -> b2')],
    }).start();
    run.complete('b').complete('a');
    // Activated before those that this pass led to.
    expect(run.running()).toEqual(['p#1', 'a2#1', 'b2#1']);
    expect(run.state.pass.number).toBe(2);
  });

  it('[K46] with concurrency 1, who comes later in the pass resolves with what came before it', () => {
    const run = play({
      policy: { schedule: 'superstep', onUnresolved: 'pend', concurrency: 1 },
      nodes: [reader('p', '${a.output}'), step('a'), reader('q', '${a.output}')],
    }).start();
    expect(run.running()).toEqual(['a#1']);
    run.complete('a');
    expect(run.running()).toEqual(['q#1']);
    run.complete('q');
    expect(run.running()).toEqual(['p#1']);
  });

  it('[K46] the run stalls after a pass in which none could run', () => {
    const run = play({ ...superstep, nodes: [reader('p', '${a.output.x}'), step('a')] }).start();
    run.complete('a', { value: 1 });
    expect([run.state.status, run.state.pass.number]).toEqual(['stalled', 2]);
  });

  it('[K46] [K48] cancelled before its next try, it holds up nothing', () => {
    const run = play({
      ...superstep,
      nodes: [reader('p', '${a.output}'), step('a'), step('b', { cancels: ['p'] }), step('c')],
      edges: [edge('a -> c')],
    }).start();
    run.complete('a').complete('b');
    expect(run.running()).toEqual(['c#1']);
    expect(run.complete('c').state.status).toBe('completed');
  });
});

describe('fail', () => {
  const failing = (edges: readonly ReturnType<typeof edge>[] = []): Player =>
    play({
      nodes: [reader('p', '${a.output} ${b.output.x}'), step('a'), step('b'), step('h')],
      edges,
      entry: ['p'],
    }).start();

  it('[K46] the node fails and names the references', () => {
    const run = failing();
    expect(run.state.status).toBe('failed');
    expect(run.state.error).toMatchObject({
      code: 'UNRESOLVED_REFERENCE',
      node: 'p',
      activation: 1,
    });
    expect(run.derived.find(({ type }) => type === 'activation.failed')).toMatchObject({
      failure: { retry: 'never', data: { missing: ['${a.output}', '${b.output.x}'] } },
    });
  });

  it('[K41] [K46] an edge from error handles it; no attempt is made', () => {
    const run = failing([edge('p.error -> h')]);
    expect(run.inputsOf('h')).toMatchObject([
      { input: { code: 'UNRESOLVED_REFERENCE', attempt: 0 } },
    ]);
    expect(run.complete('h').state.status).toBe('completed');
  });

  it('[K46] [K50] one that leads back to itself is stopped by a limit, and does not hold the loop meanwhile', () => {
    const run = play({
      policy: { maxSteps: 1500 },
      entry: ['p'],
      nodes: [reader('p', '${a.output}'), step('a')],
      edges: [edge('p.error => p')],
    }).start();
    expect(effectsOf(run)).toEqual(['continue']);
    expect(run.count('p')).toBe(1000);
    run.send({ type: 'run.continued' });
    expect(run.state.error).toMatchObject({ code: 'LIMIT_REACHED', node: 'p', activation: 1501 });
  });

  it('[K46] also for a wait: it is not opened', () => {
    const run = play({ nodes: [ask('w', { config: { prompt: '${nobody.output}' } })] }).start();
    expect(run.state.status).toBe('failed');
    expect(() => waitIdOf(run, 'w')).toThrow('no open wait');
  });
});
