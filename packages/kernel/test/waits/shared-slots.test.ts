// Goal: limits across runs. What the kernel asks the host for, that nothing starts before the answer, how long it is kept, and what a
// run shows meanwhile.
import {
  dumpState,
  explain,
  loadState,
  runId,
  runView,
  versionId,
  workflowId,
  type Json,
  type Workflow,
  type WorkflowNode,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { ask, compute, delay, effectsOf, statuses, suspend } from '../run/acts.ts';
import { edge, play, step, type Player } from '../run/play.ts';

const begin = (workflow: Partial<Workflow>, input: Json = { customer: 'c1' }, rules = 4): Player =>
  play({ nodes: [step('a')], ...workflow }).send({
    type: 'run.started',
    run: runId('run-1'),
    workflow: { id: workflowId('w'), version: versionId('v') },
    rules,
    input,
  });

const limited = (id: string, more: Partial<WorkflowNode> = {}) =>
  step(id, { concurrency: { key: '${trigger.customer}', limit: 2 }, ...more });

const grant = (run: Player, node?: string, activation = 1): Player =>
  run.send({ type: 'slot.granted', ...(node === undefined ? {} : { node, activation }) });

describe('a node with a limit across runs', () => {
  it('[K361] asks for its slots, starts when they are granted, and gives them back when it is over', () => {
    const run = begin({ nodes: [limited('a'), step('b')], edges: [edge('a -> b')] });
    expect(effectsOf(run)).toEqual(['slot a node:c1<=2 at 0']);
    expect([run.state.status, statuses(run, 'a')]).toEqual(['waiting', { a: 'ready' }]);
    expect(effectsOf(grant(run, 'a'))).toEqual(['execute a#1']);
    expect(run.state.status).toBe('running');
    expect(effectsOf(run.complete('a'))).toEqual(['free a', 'execute b#1']);
  });

  it('[K361] takes what is given back before what only time frees; without a key it is the node of the workflow', () => {
    const run = begin(
      {
        nodes: [
          step('a', {
            rate: { limit: 10, per: 'minute' },
            concurrency: { limit: 3 },
            mutex: 'm',
            priority: '${trigger.rank}',
          }),
        ],
      },
      { rank: '-2' },
    );
    expect(effectsOf(run)).toEqual(['slot a node:m<=1 + node:w/a<=3 + node rate:w/a<=10 at -2']);
    expect(run.effects[0]).toMatchObject({
      wants: [{}, {}, { key: 'node rate:w/a', limit: 10, perMs: 60_000 }],
    });
  });

  it('[K361] a second answer, and one that nobody waits for, change nothing', () => {
    const run = begin({ nodes: [limited('a')] });
    grant(run, 'a');
    expect(effectsOf(grant(run, 'a'))).toEqual([]);
    expect(effectsOf(grant(run, 'nobody'))).toEqual([]);
    expect(effectsOf(grant(run))).toEqual([]);
  });

  it('[K361] retries and questions inside keep the slots; a failure and a cancel give them back', () => {
    const run = begin({
      nodes: [limited('a', { retry: { attempts: 2, backoffMs: 10 } }), step('b')],
    });
    grant(run, 'a');
    suspend(run, 'a');
    expect(effectsOf(run)).not.toContain('free a');
    const again = begin({ nodes: [limited('a', { retry: { attempts: 2, backoffMs: 10 } })] });
    grant(again, 'a').fail('a');
    expect(effectsOf(again)).toEqual([expect.stringContaining('timer')]);
    expect(effectsOf(again.fireTimer())).toEqual(['execute a#1']);
    const cancelled = begin({ nodes: [limited('a')] });
    expect(effectsOf(cancelled.send({ type: 'run.cancelled' }))).toEqual([
      'free a',
      'finish cancelled',
    ]);
  });

  it('[K361] also a node that is computed, and a delay; not one that is a wait', () => {
    const run = begin({
      nodes: [
        { ...compute('c', 1), concurrency: { key: 'k', limit: 1 } },
        { ...delay('d', 5), concurrency: { key: 'k', limit: 1 } },
        { ...ask('q'), concurrency: { key: 'k', limit: 1 } },
      ],
    });
    expect(effectsOf(run)).toEqual(['slot c node:k<=1 at 0', 'slot d node:k<=1 at 0', 'wait q']);
    expect(effectsOf(grant(run, 'c'))).toEqual(['free c']);
    expect(effectsOf(grant(run, 'd'))).toEqual(['timer +5']);
  });

  it('[K361] under supersteps it belongs to its pass', () => {
    const run = begin({
      policy: { schedule: 'superstep' },
      nodes: [limited('a'), step('b'), step('c')],
      edges: [edge('a -> c'), edge('b -> c')],
    });
    run.complete('b');
    expect(run.running()).toEqual([]);
    grant(run, 'a').complete('a');
    expect(run.running()).toEqual(['c#1']);
  });

  it('[K361] a key that cannot be resolved fails the node', () => {
    const run = begin({
      nodes: [step('a', { concurrency: { key: '${trigger.nobody}', limit: 1 } })],
    });
    expect(run.state).toMatchObject({ status: 'failed', error: { code: 'UNRESOLVED_REFERENCE' } });
  });

  it('[K361] a state that is dumped and loaded knows what was asked and what was granted', () => {
    const run = begin({ nodes: [limited('a'), limited('b')] });
    grant(run, 'b');
    const loaded = loadState(run.graph, dumpState(run.graph, run.state));
    expect(dumpState(run.graph, loaded)).toEqual(dumpState(run.graph, run.state));
    expect([loaded.queued, loaded.status]).toEqual([1, 'running']);
  });
});

describe('a mutex since the rules 4', () => {
  it('[K362] is a slot across runs; before, and that of a conversation, it holds in its run', () => {
    const locked = [step('a', { mutex: 'm' }), step('b', { mutex: 'm' })];
    const run = begin({ nodes: locked });
    expect(effectsOf(run)).toEqual(['slot a node:m<=1 at 0', 'slot b node:m<=1 at 0']);
    expect(begin({ nodes: locked }, {}, 3).running()).toEqual(['a#1']);
    const writers = ['a', 'b'].map((id) => step(id, { mutex: '${context.id}' }));
    expect(begin({ nodes: writers }).running()).toEqual(['a#1']);
  });
});

describe('a workflow with a limit across runs', () => {
  const runs = { concurrency: { key: '${trigger.customer}', limit: 1 } };

  it('[K363] waits before its first node, and keeps the slot until it is over', () => {
    const run = begin({ policy: { runs } });
    expect(effectsOf(run)).toEqual(['slot (run) runs:c1<=1 at 0']);
    expect(run.state.status).toBe('waiting');
    expect(effectsOf(grant(run))).toEqual(['execute a#1']);
    expect(effectsOf(run.complete('a'))).toEqual(['free (run)', 'finish completed']);
  });

  it('[K363] without a key it is the workflow; cancelled before it began, it gives its place back', () => {
    const run = begin({ policy: { runs: { rate: { limit: 1, per: 50 }, priority: 3 } } });
    expect(effectsOf(run)).toEqual(['slot (run) runs rate:w<=1 at 3']);
    expect(effectsOf(run.send({ type: 'run.cancelled' }))).toEqual([
      'free (run)',
      'finish cancelled',
    ]);
  });

  it('[K363] its entries see the input, also after a dump', () => {
    const run = begin({ policy: { runs } });
    const loaded = loadState(run.graph, dumpState(run.graph, run.state));
    expect([loaded.queued, loaded.slot?.isGranted]).toEqual([1, false]);
    expect(grant(run).inputsOf('a')).toEqual([{ input: { customer: 'c1' } }]);
  });

  it('[K363] the time in a queue does not count against its timeout', () => {
    const run = begin({ policy: { runs, timeoutMs: 100 } });
    expect(run.state.clock.activeSince).toBeNull();
    expect(effectsOf(grant(run))).toContain('timer +100');
  });

  it('[K363] a key that its input lacks fails the run, and says so', () => {
    const run = begin({ policy: { runs } }, {});
    expect(run.state.error).toMatchObject({ code: 'UNRESOLVED_REFERENCE', node: null });
  });

  it('[K364] the view says who waits for which slots', () => {
    const run = begin({ policy: { runs }, nodes: [limited('a')] });
    expect(runView(run.graph, run.state)).toMatchObject({
      slots: [{ keys: ['runs:c1'], isGranted: false }],
    });
    expect(explain(run.graph, run.journal, 'a')?.words.join(' ')).toContain(
      'The run waits for a slot: "runs:c1" (at most 1).',
    );
    expect(runView(run.graph, grant(run).state)).toMatchObject({
      slots: [
        { keys: ['runs:c1'], isGranted: true },
        { node: 'a', activation: 1, keys: ['node:c1'], isGranted: false },
      ],
    });
    expect(explain(run.graph, run.journal, 'a')?.activations).toMatchObject([
      { n: 1, outcome: 'waiting for a slot: "node:c1" (at most 2)' },
    ]);
  });
});
