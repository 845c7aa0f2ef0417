// Goal: a state from before a failure, changed so that what failed starts again.
import {
  dumpState,
  rebuildState,
  restartActivations,
  standingRows,
  transition,
  type Json,
  type RunEvent,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step, type Player } from '../run/play.ts';

const at = { at: 2_000_000, id: '00000000-0000-7000-8000-0000000000ff' };

/** Goes back behind the last entry, and tries again what failed. */
function resume(run: Player, names: readonly string[], input?: { readonly value: Json }) {
  const { graph, journal } = run;
  const after = journal.length - 1;
  const state = rebuildState(graph, journal.slice(0, after));
  const activations = names.map((node) => ({ node, activation: 1 }));
  const given = input === undefined ? {} : { input };
  const restarted = restartActivations(graph, state, { activations, event: at, ...given });
  const row: RunEvent = {
    ...at,
    type: 'run.resumed',
    seq: journal.length + 1,
    after,
    activations: restarted,
    state: dumpState(graph, state),
  };
  const failed = rebuildState(graph, journal);
  return { row, restarted, ...transition(graph, failed, row) };
}

describe('what failed', () => {
  it('[K343] starts again with what it recorded and all its attempts, beside what was cut short', () => {
    const run = play({
      nodes: [step('a', { retry: { attempts: 2, backoffMs: 10 } }), step('b'), step('c')],
      edges: [edge('a -> c'), edge('b -> c')],
    }).start(7);
    run.send({ type: 'step.recorded', node: 'a', activation: 1, key: 'paid', value: 5 });
    run.fail('a').fireTimer().fail('a');
    expect(run.state.status).toBe('failed');
    const { state, effects, restarted } = resume(run, ['a']);
    expect(restarted).toEqual([{ node: 'a', activation: 1 }]);
    expect(state.status).toBe('running');
    expect(effects).toMatchObject([
      { type: 'execute', node: 'a', attempt: 1, recorded: new Map([['paid', 5]]) },
    ]);
    expect(state.tally.running).toBe(2);
  });

  it('[K343] gets another input: an entry that of the run', () => {
    const run = play({
      nodes: [step('a', { config: { text: '${trigger} ${previous}' } })],
    }).start('old');
    run.fail('a', { retry: 'never' });
    const { effects, state } = resume(run, ['a'], { value: 'new' });
    expect(effects).toMatchObject([
      { type: 'execute', config: { text: 'new new' }, inputs: { input: 'new' } },
    ]);
    expect(state.origin.input).toBe('new');
  });

  it('[K343] gets another input: a later node in its port', () => {
    const run = play({
      nodes: [step('a'), step('b', { config: { text: '${a.output} ${previous}' } })],
      edges: [edge('a -> b.x')],
    }).start();
    run.complete('a', { value: 'bad' }).fail('b', { retry: 'never' });
    const { effects } = resume(run, ['b'], { value: 'good' });
    expect(effects).toMatchObject([
      { type: 'execute', config: { text: 'bad good' }, inputs: { x: 'good' } },
    ]);
  });

  it('[K343] gets a new activation if the run had continued after its failure', () => {
    const run = play({
      policy: { onError: 'continue' },
      nodes: [step('a'), step('b')],
    }).start();
    run.fail('a', { retry: 'never' }).complete('b');
    expect(run.state.status).toBe('failed');
    const { effects, state, restarted } = resume(run, ['a']);
    expect(restarted).toEqual([{ node: 'a', activation: 1 }]);
    expect(effects).toMatchObject([{ type: 'execute', node: 'a', activation: 2 }]);
    expect(state.tally.running).toBe(2);
  });

  it('[K343] counts no longer: the rows of a resumed run', () => {
    const run = play({ nodes: [step('a')] }).start();
    run.fail('a', { retry: 'never' });
    const { row } = resume(run, ['a']);
    const rows = [...run.journal, row];
    expect(standingRows(rows).map(({ seq }) => seq)).toEqual([1, 3]);
    const whole = rebuildState(run.graph, rows, () => {});
    expect(rebuildState(run.graph, standingRows(rows), () => {})).toEqual(whole);
  });
});
