// Goal: starts in quick succession become one run. What a run does before it begins, which input counts, and what it shows meanwhile.
import {
  compileGraph,
  dumpState,
  explain,
  inputOf,
  loadState,
  quietPeriod,
  runId,
  runView,
  versionId,
  workflowId,
  type Json,
  type QuietPeriod,
  type Workflow,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { effectsOf } from '../run/acts.ts';
import { play, step, type Player } from '../run/play.ts';

const begin = (
  quiet: QuietPeriod,
  { input = 'first', ...workflow }: Partial<Workflow> & { readonly input?: Json } = {},
): Player =>
  play({ nodes: [step('a')], ...workflow }).send({
    type: 'run.started',
    run: runId('run-1'),
    workflow: { id: workflowId('w'), version: versionId('v') },
    rules: 4,
    input,
    quiet,
  });

const join = (run: Player, start: string, input: Json): Player =>
  run.send({ type: 'run.joined', start, input });

const quiet = { key: 'k', ms: 100 };

describe('a run that waits for further starts', () => {
  it('[K600] begins when none has come for a while, with the newest input', () => {
    const run = begin(quiet);
    expect(effectsOf(run)).toEqual([expect.stringContaining('timer')]);
    expect(run.state.status).toBe('waiting');
    join(run, 's2', 'second');
    join(run, 's3', 'third');
    expect(run.state.timers.size).toBe(1);
    expect(effectsOf(run.fireTimer())).toEqual(['execute a#1']);
    expect(run.effects[0]).toMatchObject({ previous: 'third' });
    expect([run.state.status, run.state.quiet, run.state.queued]).toEqual(['running', null, 0]);
  });

  it('[K600] each start begins the period anew, but it is over at `maxMs` in any case', () => {
    const run = begin({ ...quiet, maxMs: 150 });
    const started = run.state.origin.createdAt;
    expect(run.state.quiet?.until).toBe(started + 100);
    run.send({ type: 'run.joined', start: 's2', at: started + 30 });
    expect(run.state.quiet?.until).toBe(started + 130);
    run.send({ type: 'run.joined', start: 's3', at: started + 90 });
    expect(run.state.quiet?.until).toBe(started + 150);
    expect(run.state.origin.input).toBeUndefined();
  });

  it('[K600] a start that arrives twice changes nothing, and neither does one after the run has begun', () => {
    const run = begin(quiet);
    join(run, 's2', 'second');
    join(run, 's3', 'third');
    expect(effectsOf(join(run, 's2', 'second'))).toEqual([]);
    expect(run.state.origin.input).toBe('third');
    expect(inputOf(run.journal)).toBe('third');
    run.fireTimer();
    join(run, 's4', 'fourth');
    expect(run.state.origin.input).toBe('third');
    expect(inputOf(run.journal)).toBe('third');
  });

  it('[K600] then takes its slots; a run that is cancelled before has done nothing', () => {
    const policy = { runs: { concurrency: { limit: 1 } } };
    const run = begin(quiet, { policy });
    expect(effectsOf(run.fireTimer())).toEqual(['slot (run) runs:w<=1 at 0']);
    expect(effectsOf(run.send({ type: 'slot.granted' }))).toEqual(['execute a#1']);
    const cancelled = begin(quiet, { policy }).send({ type: 'run.cancelled' });
    expect([cancelled.state.quiet, cancelled.state.timers.size]).toEqual([null, 0]);
    expect(cancelled.state.status).toBe('cancelled');
  });

  it('[K600] the message that a conversation begins with is the newest', () => {
    const run = begin(quiet, { policy: { inputIs: 'message' } });
    join(run, 's2', 'second');
    run.fireTimer();
    expect(run.state.contexts.get('main')?.atHand).toEqual([{ role: 'user', content: 'second' }]);
  });

  it('[K601] shows the key and until when it waits, and survives a dump', () => {
    const run = begin(quiet);
    join(run, 's2', 'second');
    const { until } = run.state.quiet ?? { until: 0 };
    const shown = { key: 'k', until: new Date(until).toISOString() };
    expect(runView(run.graph, run.state)).toMatchObject({ status: 'waiting', quiet: shown });
    expect(explain(run.graph, run.journal, 'a')?.words.join(' ')).toContain(
      `it waits until ${shown.until} for further starts with the key "k"`,
    );
    const dump = dumpState(run.graph, run.state);
    const loaded = loadState(run.graph, dump);
    expect(loaded.quiet).toEqual(run.state.quiet);
    expect([loaded.queued, dumpState(run.graph, loaded)]).toEqual([1, dump]);
    run.fireTimer();
    expect(runView(run.graph, run.state)).not.toHaveProperty('quiet');
  });

  it('[K600] the key is a template that reads the input; without one all starts of the workflow belong together', () => {
    const compile = (key?: string) =>
      compileGraph({
        skein: 1,
        id: 'w',
        nodes: [step('a')],
        policy: {
          runs: { debounce: { quietMs: 5, maxMs: 50, ...(key === undefined ? {} : { key }) } },
        },
      }).graph;
    const periodOf = (key?: string, input?: Json) => {
      const graph = compile(key);
      if (graph === null) throw new Error('It does not compile.');
      return quietPeriod(graph, { workflow: workflowId('w'), input, at: 1 });
    };
    expect(periodOf('doc ${trigger.id}', { id: 7 })).toEqual({ key: 'doc 7', ms: 5, maxMs: 50 });
    expect(periodOf()).toEqual({ key: 'w', ms: 5, maxMs: 50 });
    expect(periodOf('${trigger.id}', {})).toEqual({
      complaint: 'it needs ${trigger.id}, which the input does not have',
    });
    expect(periodOf('${= 1 / trigger.id }', { id: 0 })).toEqual({
      complaint: expect.stringContaining('zero'),
    });
  });
});

describe('slots that will never be free', () => {
  it('[K602] an activation whose slot is refused fails, and gives back what it has; an error edge handles it', () => {
    const failure = { code: 'SLOT_DEADLOCK', message: 'never', retry: 'never' } as const;
    const limited = step('a', { mutex: 'm' });
    const fresh = (workflow: Partial<Workflow>) =>
      play({ nodes: [limited], ...workflow }).send({
        type: 'run.started',
        run: runId('run-1'),
        workflow: { id: workflowId('w'), version: versionId('v') },
        rules: 4,
      });
    const refuse = (run: Player, node: 'a' | undefined) =>
      run.send({ type: 'slot.refused', ...(node && { node, activation: 1 }), failure });
    const run = refuse(fresh({}), 'a');
    expect(effectsOf(run)).toEqual(['free a', 'finish failed']);
    expect(run.state.error).toMatchObject({ code: 'SLOT_DEADLOCK', node: 'a' });
    const handled = fresh({
      nodes: [limited, step('b')],
      edges: [{ from: 'a', out: 'error', to: 'b' }],
    });
    expect(effectsOf(refuse(handled, 'a'))).toEqual(['free a', 'execute b#1']);
    const whole = fresh({ nodes: [step('a')], policy: { runs: { concurrency: { limit: 1 } } } });
    expect(effectsOf(refuse(whole, undefined))).toEqual(['free (run)', 'finish failed']);
    // Nobody waits for it any more.
    const granted = fresh({}).send({ type: 'slot.granted', node: 'a', activation: 1 });
    expect(effectsOf(refuse(granted, 'a'))).toEqual([]);
  });
});
