// Goal: a function that has several questions open at a time is told of every answer once, and waits exactly while it says so.
import {
  compileGraph,
  dumpState,
  loadState,
  runView,
  waitId,
  type Effect,
  type Json,
  type NodeKind,
  type WaitQuestion,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step, type Player } from '../run/play.ts';

const START = 1_000_000;

const kinds: ReadonlyMap<string, NodeKind> = new Map<string, NodeKind>([
  ['function', { type: 'function', mode: 'execute', ports: ['output'] }],
  ['flow', { type: 'flow', mode: 'execute', ports: ['output'], asks: 'together' }],
]);

function begin(): Player {
  const nodes = [{ id: 'f', type: 'flow' }, step('after')];
  return play({ nodes, edges: [edge('f -> after')] }, { kinds }).start();
}

function ask(run: Player, key: string, question: WaitQuestion, open?: number): Player {
  const more = open === undefined ? {} : { open };
  return run.send({ type: 'node.waiting', node: 'f', activation: 1, key, question, ...more });
}

const boss: WaitQuestion = { kind: 'approval', name: 'boss', prompt: 'Go?' };
const chef: WaitQuestion = { kind: 'approval', name: 'chef', prompt: 'Eat?' };

function statusOf(run: Player): Json | undefined {
  const { status } = runView(run.graph, run.state);
  return status;
}

function waitNamed(run: Player, name: string) {
  const found = [...run.state.waits.values()].find(({ question }) => question.name === name);
  if (found === undefined) throw new Error(`nobody is asked for "${name}"`);
  return found.id;
}

/** What the function is told, by key. */
function told(effects: readonly Effect[]): readonly Json[] {
  return effects.flatMap((effect) =>
    effect.type === 'execute' && effect.resume === true
      ? [
          Object.fromEntries(
            [...(effect.recorded ?? [])].map(([key, value]) => [key, value ?? null]),
          ),
        ]
      : [],
  );
}

describe('a function that asks several questions at a time', () => {
  it('[K860] runs on beside its questions, and waits when it says so', () => {
    const run = ask(begin(), 'boss#1', boss);
    expect(statusOf(run)).toBe('running');
    ask(run, 'chef#1', chef, 2);
    expect(statusOf(run)).toBe('waiting');
    expect(run.state.executing).toBe(0);
    ask(run, 'boss#1', boss, 2);
    expect(run.state.waits.size).toBe(2);
  });

  it('[K861] resumes with an answer, and goes back to waiting for the others', () => {
    const run = ask(ask(begin(), 'boss#1', boss), 'chef#1', chef, 2);
    run.send({ type: 'wait.answered', wait: waitNamed(run, 'chef'), answer: 'yes' });
    expect(told(run.effects)).toEqual([{ 'chef#1': 'yes' }]);
    expect(statusOf(run)).toBe('running');
    ask(run, 'boss#1', boss, 1);
    expect(statusOf(run)).toBe('waiting');
    run.send({ type: 'wait.answered', wait: waitNamed(run, 'boss'), answer: 'no' });
    expect(told(run.effects)).toEqual([{ 'chef#1': 'yes', 'boss#1': 'no' }]);
  });

  it('[K861] is told while it runs, and does not wait when it has not heard of an answer', () => {
    const run = ask(ask(begin(), 'boss#1', boss), 'chef#1', chef);
    run.send({ type: 'wait.answered', wait: waitNamed(run, 'boss'), answer: 'yes' });
    expect(told(run.effects)).toEqual([{ 'boss#1': 'yes' }]);
    ask(run, 'chef#1', chef, 2);
    expect(statusOf(run)).toBe('running');
    expect(told(run.effects)).toEqual([{ 'boss#1': 'yes' }]);
    ask(run, 'chef#1', chef, 1);
    expect(statusOf(run)).toBe('waiting');
  });

  it('[K862] goes on when nobody answers in time', () => {
    const run = ask(begin(), 'boss#1', { ...boss, deadlineMs: 50 }, 1);
    expect(run.effects).toMatchObject([{ type: 'wait', deadlineAt: START + 50 }]);
    run.send({ type: 'wait.expired', wait: waitNamed(run, 'boss') });
    expect(told(run.effects)).toEqual([{ 'boss#1': null }]);
    expect(statusOf(run)).toBe('running');
  });

  it('[K863] sleeps by a timer that nobody is asked about', () => {
    const run = ask(begin(), '@sleep#1', { kind: 'timer', deadlineMs: 5000 }, 1);
    expect(run.effects).toMatchObject([{ type: 'timer', at: START + 5000 }]);
    expect(run.state.waits.size).toBe(0);
    expect(statusOf(run)).toBe('waiting');
    run.fireTimer();
    expect(told(run.effects)).toEqual([{ '@sleep#1': null }]);
  });

  it('[K864] begins child runs, and goes on with how they ended', () => {
    const data = { workflow: 'kid', input: { n: 1 } };
    const run = ask(begin(), 'a#1', { kind: 'child', data });
    const place = { type: 'child', node: 'f', activation: 1, workflow: 'kid' };
    expect(run.effects).toEqual([{ ...place, index: 0, input: { n: 1 } }]);
    ask(run, 'b#1', { kind: 'child', data: { workflow: 'kid', version: 'v2' } }, 2);
    expect(run.effects).toEqual([{ ...place, index: 1, version: 'v2' }]);
    const child = { type: 'child.finished', node: 'f', activation: 1 } as const;
    const failure = { code: 'X', message: 'broken', retry: 'never' } as const;
    run.send({ ...child, index: 1, status: 'failed', failure });
    run.send({ ...child, index: 0, status: 'completed', output: 7 });
    const failed = { status: 'failed', output: null, failure: { code: 'X', message: 'broken' } };
    expect(told(run.effects)).toEqual([
      { 'b#1': failed, 'a#1': { status: 'completed', output: 7 } },
    ]);
    run.send({ ...child, index: 0, status: 'completed', output: 8 });
    expect(run.effects).toEqual([]);
  });

  it('[K865] ends while questions are open, which are closed', () => {
    const asking = () => {
      const run = ask(begin(), 'boss#1', boss);
      ask(run, '@sleep#1', { kind: 'timer', deadlineMs: 5 });
      return ask(run, 'kid#1', { kind: 'child', data: { workflow: 'kid' } }, 3);
    };
    const closed = (run: Player) =>
      run.effects.flatMap((effect) => (effect.type === 'cancel' ? [effect.what.kind] : []));
    const completed = asking().complete('f', { value: 1 });
    expect(closed(completed)).toEqual(['wait', 'timer', 'child']);
    expect(completed.running()).toEqual(['after#1']);
    const failed = asking().fail('f', { retry: 'never' });
    expect(closed(failed)).toEqual(['wait', 'timer', 'child']);
    expect(statusOf(failed)).toBe('failed');
    const cancelled = asking().send({ type: 'run.cancelled' });
    expect(closed(cancelled)).toEqual(['execute', 'wait', 'timer', 'child']);
  });

  it('[K1200] lists what the runs that it began wait for', () => {
    const run = ask(begin(), 'kid#1', { kind: 'child', data: { workflow: 'kid' } }, 1);
    const place = { node: 'f', activation: 1, index: 0 } as const;
    const wait = { id: waitId('w'), node: 'review', question: boss, createdAt: 5, deadlineAt: 9 };
    run.send({ type: 'child.waiting', ...place, waits: [wait] });
    const listed = [{ id: 'w', node: 'f/0/review', kind: 'approval', prompt: 'Go?' }];
    expect(runView(run.graph, run.state).waits).toMatchObject(listed);
    const loaded = loadState(run.graph, dumpState(run.graph, run.state));
    expect(runView(run.graph, loaded).waits).toMatchObject(listed);
    run.send({ type: 'child.resumed', ...place });
    expect(runView(run.graph, run.state).waits).toEqual([]);
    run.send({ type: 'child.finished', ...place, status: 'completed', output: 7 });
    expect(told(run.effects)).toEqual([{ 'kid#1': { status: 'completed', output: 7 } }]);
  });

  it('[K1201] withdraws a question by recording something in its place', () => {
    const run = ask(begin(), 'boss#1', boss);
    ask(run, '@sleep#1', { kind: 'timer', deadlineMs: 5 });
    ask(run, 'kid#1', { kind: 'child', data: { workflow: 'kid' } });
    const closed = ['boss#1', '@sleep#1', 'kid#1'].map((key) => {
      run.send({ type: 'step.recorded', node: 'f', activation: 1, key, value: null });
      return run.effects.map((effect) => (effect.type === 'cancel' ? effect.what.kind : effect));
    });
    expect(closed).toEqual([['wait'], ['timer'], ['child']]);
    expect(run.state.waits.size).toBe(0);
    run.send({ type: 'child.finished', node: 'f', activation: 1, index: 0, status: 'cancelled' });
    expect(run.effects).toEqual([]);
    expect(statusOf(run)).toBe('running');
  });

  it.each([
    ['flow', []],
    ['function', ['UNBOUNDED_LOOP']],
  ])('[K1202] decides whether there is another round: %s', (type, expected) => {
    const nodes = [step('start'), { id: 'f', type }];
    const edges = [edge('start -> f'), { ...edge('f -> f'), loop: true }];
    const { diagnostics } = compileGraph({ skein: 1, nodes, edges }, { kinds });
    expect(diagnostics.map(({ code }) => code)).toEqual(expected);
  });

  it('[K866] is the only kind that goes on without an answer', () => {
    const run = play({ nodes: [step('f')] }, { kinds }).start();
    run.send({ type: 'node.waiting', node: 'f', activation: 1, key: '#1', question: boss });
    expect(statusOf(run)).toBe('waiting');
    run.send({ type: 'wait.expired', wait: waitNamed(run, 'boss') });
    expect(statusOf(run)).toBe('failed');
    expect(run.state.error?.code).toBe('WAIT_EXPIRED');
  });
});
