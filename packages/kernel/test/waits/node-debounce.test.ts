// Goal: a node that gives way to a newer activation of any run. What it asks for, and what becomes of its branch when it is superseded.
import { dumpState, explain, loadState, runId, versionId, workflowId } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { effectsOf, statuses } from '../run/acts.ts';
import { edge, play, step, type Player } from '../run/play.ts';

const debounced = step('a', { debounce: { key: '${trigger.doc}', quietMs: 100, maxMs: 500 } });

const begin = (): Player =>
  play({
    nodes: [step('s'), { ...debounced, mutex: 'm' }, step('b'), step('after'), step('c')],
    edges: [edge('s -> a'), edge('s -> b'), edge('a -> c'), edge('c -> after'), edge('b -> after')],
  })
    .send({
      type: 'run.started',
      run: runId('run-1'),
      workflow: { id: workflowId('w'), version: versionId('v') },
      rules: 4,
      input: { doc: 7 },
    })
    .complete('s');

const supersede = (run: Player): Player =>
  run.send({ type: 'slot.superseded', node: 'a', activation: 1, by: runId('run-2') });

describe('a node with debounce', () => {
  it('[K2300] asks for its turn before its other slots, and starts when it is granted', () => {
    const run = begin();
    const asked = run.effects.find(({ type }) => type === 'slot');
    expect(asked).toMatchObject({
      wants: [
        { key: 'node debounce:7', limit: 1, quietMs: 100, maxMs: 500 },
        { key: 'node:m', limit: 1 },
      ],
    });
    expect(effectsOf(run.send({ type: 'slot.granted', node: 'a', activation: 1 }))).toEqual([
      'execute a#1',
    ]);
    // It has begun: nobody takes its place any more.
    expect(effectsOf(supersede(run))).toEqual([]);
    expect(statuses(run, 'a')).toEqual({ a: 'running' });
  });

  it('[K2300] superseded, it is a branch that was not taken: joins settle without it', () => {
    const run = begin();
    run.complete('b');
    expect(statuses(run, 'after')).toEqual({ after: 'idle' });
    expect(effectsOf(supersede(run))).toEqual(['free a', 'execute after#1']);
    expect(statuses(run, 'a', 'after')).toEqual({ a: 'cancelled', after: 'running' });
    expect(run.state.queued).toBe(0);
    expect(effectsOf(supersede(run))).toEqual([]);
    run.complete('after');
    expect(run.state.status).toBe('completed');
  });

  it('[K2300] a run that has nothing else to do completes', () => {
    const run = play({ nodes: [debounced] }).send({
      type: 'run.started',
      run: runId('run-1'),
      workflow: { id: workflowId('w'), version: versionId('v') },
      rules: 4,
      input: { doc: 7 },
    });
    expect(run.state.status).toBe('waiting');
    supersede(run);
    expect(run.state.status).toBe('completed');
  });

  it('[K2301] says for what it waits and by whom it was superseded, and survives a dump', () => {
    const run = begin();
    const words = () => explain(run.graph, run.journal, 'a')?.words.join(' ');
    expect(words()).toContain(
      'waiting for a slot: "node debounce:7" (the newest, when no newer one has come for 100 ms)',
    );
    const dump = dumpState(run.graph, run.state);
    expect(dumpState(run.graph, loadState(run.graph, dump))).toEqual(dump);
    supersede(run);
    expect(words()).toContain('superseded by run run-2');
  });
});
