// Goal: the state of a run in terms of another version, and whether the run goes on from it as if it had always been there.
import {
  canonicalJson,
  dumpState,
  moveState,
  rebuildState,
  transition,
  versionId,
  type Graph,
  type RunEvent,
  type RunState,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { ask, compute, suspend, waitIdOf } from '../run/acts.ts';
import { edge, play, step, type Player } from '../run/play.ts';

const v2 = versionId('v2');

/** The entry that moves it, or why it cannot be moved. */
function move(run: Player, to: Graph) {
  const { state, obstacles } = moveState(run.state, run.graph, { graph: to, version: v2 });
  const { seq, updatedAt } = run.state;
  const row: RunEvent = {
    type: 'run.moved',
    seq: seq + 1,
    at: updatedAt + 1,
    id: '00000000-0000-7000-8000-0000000000ff',
    from: versionId('v1'),
    to: v2,
    recorded: 'keep',
    state,
  };
  return { row, obstacles };
}

function answer(graph: Graph, state: RunState, node: string): RunState {
  const [wait] = [...state.waits.values()].filter((each) => each.node?.id === node);
  if (wait === undefined) throw new Error(`${node} does not wait`);
  return transition(graph, state, {
    type: 'wait.answered',
    wait: wait.id,
    answer: 'yes',
    seq: state.seq + 1,
    at: state.updatedAt + 1,
    id: '00000000-0000-7000-8000-0000000000fe',
  }).state;
}

describe('a run that waits', () => {
  const old = {
    nodes: [compute('draft', 'old'), ask('review'), compute('send', 'old way')],
    edges: [edge('draft -> review'), edge('review -> send')],
  };

  it('[K340] goes on in the new version: recorded results and waits stay, what comes later is new', () => {
    const run = play(old).start();
    const wait = waitIdOf(run, 'review');
    const to = play({
      nodes: [
        compute('added'),
        compute('send', '${draft.output} in a new way'),
        compute('draft', 'new'),
        ask('review', { config: { prompt: 'Really?' } }),
      ],
      edges: [edge('draft -> review'), edge('review -> send'), edge('added -> draft')],
    }).graph;
    const { row, obstacles } = move(run, to);
    expect(obstacles).toEqual([]);
    const moved = transition(to, run.state, row);
    expect(moved.effects).toEqual([]);
    expect([...moved.state.waits.keys()]).toEqual([wait]);
    expect(moved.state.waits.get(wait)?.question.prompt).toBe('review?');
    expect(moved.state.origin.workflow.version).toBe('v2');
    const done = answer(to, moved.state, 'review');
    expect(done).toMatchObject({ status: 'completed', output: 'old in a new way' });
  });

  it('[K341] its journal gives the same state with the new version alone', () => {
    const run = play(old).start();
    const to = play({
      nodes: [compute('added'), ask('review'), compute('send', 1)],
      edges: [edge('added -> review'), edge('review -> send')],
    }).graph;
    const { row } = move(run, to);
    const rows = [...run.journal, row];
    const moved = transition(to, run.state, row).state;
    const live = canonicalJson(dumpState(to, moved));
    expect(canonicalJson(dumpState(to, rebuildState(to, rows)))).toBe(live);
    expect(
      canonicalJson(
        dumpState(
          to,
          rebuildState(to, rows, () => {}),
        ),
      ),
    ).toBe(live);
  });

  it('[K342] names what has no place in the new version', () => {
    const run = play(old).start();
    const gone = play({ nodes: [compute('draft'), compute('send')] }).graph;
    expect(move(run, gone).obstacles).toEqual([
      { node: 'review', reason: 'the new version has no such node' },
    ]);
    const other = play({ nodes: [compute('draft'), compute('review')] }).graph;
    expect(move(run, other).obstacles).toEqual([
      { node: 'review', reason: 'it is now of type transform' },
    ]);
  });

  it('[K342] names a join that has something from an edge which is gone', () => {
    const nodes = [compute('a'), ask('b'), step('c')];
    const run = play({ nodes, edges: [edge('a -> c'), edge('b -> c')] }).start();
    const to = play({ nodes, edges: [edge('b -> c')] }).graph;
    expect(move(run, to).obstacles).toEqual([
      { node: 'c', reason: 'what has come from "a" has no edge to it any more' },
    ]);
    const same = play({
      nodes: nodes.toReversed(),
      edges: [edge('a -> c'), edge('b -> c')],
    }).graph;
    const moved = transition(same, run.state, move(run, same).row).state;
    expect(
      answer(same, moved, 'b').nodes.get(same.nodeById.get('c')?.index ?? -1)?.alive,
    ).toMatchObject([{ status: 'running', inputs: { input: 'yes' } }]);
  });

  it('[K340] [K342] rounds of a loop go on, unless the loop is gone', () => {
    const nodes = [step('start'), ask('review'), step('fix')];
    const looped = {
      nodes,
      edges: [
        edge('start -> review'),
        edge('review -> fix'),
        edge('fix -> review', { loop: true }),
      ],
    };
    const run = play(looped).start();
    run.complete('start').answer('review', 'no').complete('fix');
    const to = play({ ...looped, nodes: [compute('before'), ...nodes.toReversed()] }).graph;
    const { row, obstacles } = move(run, to);
    expect(obstacles).toEqual([]);
    const moved = transition(to, run.state, row).state;
    const again = answer(to, moved, 'review');
    expect(again.nodes.get(to.nodeById.get('fix')?.index ?? -1)).toMatchObject({ count: 2 });
    const straight = play({ nodes, edges: looped.edges.slice(0, 2) }).graph;
    const later = play(looped).start();
    later.complete('start').answer('review', 'no').complete('fix');
    expect(move(later, straight).obstacles.map(({ node }) => node)).toEqual(['review']);
  });

  it('[K340] a function that waits inside goes on with the config that it began with', () => {
    const chat = (prompt: string) => [step('chat', { config: { prompt } })];
    const run = play({ nodes: chat('old') }).start();
    suspend(run, 'chat');
    const to = play({ nodes: chat('new') }).graph;
    const moved = transition(to, run.state, move(run, to).row).state;
    const [wait] = moved.waits.keys();
    if (wait === undefined) throw new Error('nothing waits');
    const { effects } = transition(to, moved, {
      type: 'wait.answered',
      wait,
      answer: 'go on',
      seq: moved.seq + 1,
      at: moved.updatedAt,
      id: '00000000-0000-7000-8000-0000000000fd',
    });
    expect(effects).toMatchObject([{ type: 'execute', config: { prompt: 'old' }, resume: true }]);
  });
});
