// The projection: rows and tokens in any order that a run can have, and a reader who comes at any moment.
import fc from 'fast-check';
import type { RunUpdate } from '@skein/engine';
import { describe, expect, it } from 'vitest';
import { factReader } from '../../src/features/doors/facts/fact-reader.ts';
import type { PlacedFact } from '../../src/features/doors/facts/fact.ts';

type Loose = ReturnType<typeof JSON.parse>;

/** What one activation does, one after the other; tokens come before the record of their text. */
interface Script {
  readonly node: string;
  readonly turns: readonly {
    readonly pieces: readonly string[];
    readonly calls: number;
    readonly asks: boolean;
  }[];
}

const scripts = fc.array(
  fc.record({
    turns: fc.array(
      fc.record({
        pieces: fc.array(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 4 }),
        calls: fc.integer({ min: 0, max: 2 }),
        asks: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

/** The updates of each activation, in its own order. */
function updatesOf({ node, turns }: Script): Loose[] {
  const name = { node, activation: 1 };
  const row = (event: Loose, ...derived: Loose[]) => ({ type: 'event', event, derived });
  const updates: Loose[] = [
    row({ type: 'timer.fired' }, { type: 'activation.started', ...name, attempt: 1 }),
  ];
  for (const [turn, { pieces, calls, asks }] of turns.entries()) {
    const step = turn === 0 ? 'model' : `model#${turn + 1}`;
    let at = 0;
    for (const text of pieces) {
      updates.push({ type: 'transient', ...name, data: { type: 'token', step, text, at } });
      at += text.length;
    }
    const toolCalls = Array.from({ length: calls }, (_, i) => ({
      id: `c${i}`,
      name: 'tool',
      arguments: { i },
    }));
    const model = { type: 'model', text: pieces.join(''), toolCalls };
    updates.push(row({ type: 'step.recorded', ...name, key: step, value: model }));
    if (asks) {
      const wait = `${node}-${turn}`;
      const question = { kind: 'approval', prompt: 'May it?' };
      updates.push(row({ type: 'node.waiting' }, { type: 'wait.opened', wait, ...name, question }));
      updates.push(
        row(
          { type: 'wait.answered', wait, answer: { decision: 'approve' } },
          { type: 'wait.closed', wait, ...name },
          { type: 'activation.started', ...name, attempt: 1 },
        ),
      );
    }
    for (const { id } of toolCalls) {
      const value = { type: 'tool', callId: id, name: 'tool', arguments: {}, result: 'r' };
      updates.push(row({ type: 'step.recorded', ...name, key: `tool:${id}`, value }));
    }
  }
  updates.push(
    row({ type: 'node.completed' }, { type: 'activation.completed', ...name, ports: [] }),
  );
  return updates;
}

/** One order of all of them, with the numbers of their rows. */
function interleave(all: readonly Loose[][], choices: readonly number[]): RunUpdate[] {
  const queues = all.map((each) => [...each]);
  const merged: Loose[] = [];
  let seq = 0;
  for (let i = 0; queues.some((queue) => queue.length > 0); i++) {
    const left = queues.filter((queue) => queue.length > 0);
    const next = left[(choices[i % choices.length] ?? 0) % left.length]?.shift();
    merged.push(next.type === 'event' ? { ...next, seq: ++seq } : next);
  }
  return merged;
}

/** What a reader gets who comes before the update `from`: all rows before it, the text so far, and then what comes live. */
function lateView(updates: readonly RunUpdate[], from: number): RunUpdate[] {
  const rows = updates.slice(0, from).filter(({ type }) => type === 'event');
  const open = new Map<string, Loose>();
  for (const update of updates.slice(0, from) as Loose[]) {
    const name = `${update.node ?? update.event.node} ${update.data?.step ?? update.event?.key}`;
    if (update.type === 'event') open.delete(name);
    else {
      const text = (open.get(name)?.data.text ?? '') + update.data.text;
      open.set(name, { ...update, data: { ...update.data, text, at: 0 } });
    }
  }
  return [...rows, ...open.values(), ...updates.slice(from)];
}

function factsOf(updates: readonly RunUpdate[]): PlacedFact[] {
  const reader = factReader((node) => ({ isFinal: node === 'n0', isSilent: false }));
  return [...updates.flatMap((update) => reader.read(update)), ...reader.flush()];
}

/** Pieces of one text are one text, however it came. */
function joined(facts: readonly PlacedFact[]): Loose[] {
  const all: Loose[] = [];
  for (const { row: _, ...fact } of facts) {
    const last = all.at(-1);
    if (fact.type === 'text' && last?.type === 'text' && last.step === fact.step)
      last.text += fact.text;
    else all.push({ ...fact });
  }
  return all;
}

const runs = fc.tuple(scripts, fc.array(fc.nat(20), { minLength: 1, maxLength: 60 }), fc.nat(200));

function madeRun([given, choices, place]: [
  readonly Omit<Script, 'node'>[],
  readonly number[],
  number,
]) {
  const all = given.map((script, i) => ({ node: `n${i}`, ...script }));
  const updates = interleave(all.map(updatesOf), choices);
  return { all, updates, from: place % (updates.length + 1) };
}

describe('facts of a run', () => {
  it('[V2000] a reader who comes at any moment gets the same facts in the same order', () => {
    fc.assert(
      fc.property(runs, (given) => {
        const { updates, from } = madeRun(given);
        expect(joined(factsOf(lateView(updates, from)))).toEqual(joined(factsOf(updates)));
      }),
      { numRuns: 500 },
    );
  });

  it('[V2001] one speaks at a time, and nothing is lost, told twice or in another order', () => {
    fc.assert(
      fc.property(runs, (given) => {
        const { all, updates } = madeRun(given);
        const facts = joined(factsOf(updates));
        for (const { node, turns } of all) {
          const own = facts.filter(({ step, wait }) => (wait?.node ?? step.split('#')[0]) === node);
          const texts = own.filter(({ type }) => type === 'text').map(({ text }) => text);
          expect(texts.join('')).toBe(turns.flatMap(({ pieces }) => pieces).join(''));
          const calls = own.filter(({ type }) => type === 'tool-call').map(({ id }) => id);
          expect(calls).toHaveLength(turns.reduce((sum, turn) => sum + turn.calls, 0));
          const results = own.filter(({ type }) => type === 'tool-result').map(({ id }) => id);
          expect(results).toEqual(calls);
          expect(own.filter(({ type }) => type === 'wait-opened')).toHaveLength(
            turns.filter(({ asks }) => asks).length,
          );
          expect([own[0]?.type, own.at(-1)?.type]).toEqual(['step-started', 'step-ended']);
        }
        const ids = facts.filter(({ type }) => type === 'tool-call').map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        // Between two who speak, the first has ended or asks.
        const cuts = facts.filter(
          (fact, i) => fact.type === 'text' && facts[i - 1]?.type === 'text',
        );
        expect(cuts).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('[V2001] what a failed attempt has said is said again', () => {
    const name = { node: 'a', activation: 1 };
    const token = (text: string, at: number) => ({
      type: 'transient',
      ...name,
      data: { type: 'token', step: 'model', text, at },
    });
    const row = (seq: number, event: Loose, ...derived: Loose[]) => ({
      type: 'event',
      seq,
      event,
      derived,
    });
    const failure = { code: 'X', message: 'It broke.' };
    const facts = factsOf([
      row(1, { type: 'x' }, { type: 'activation.started', ...name, attempt: 1 }),
      token('Hel', 0),
      row(2, { type: 'attempt.failed' }, { type: 'activation.retrying', ...name, failure, at: 1 }),
      token('Hi', 0),
      row(3, {
        type: 'step.recorded',
        ...name,
        key: 'model',
        value: { type: 'model', text: 'Hi!', toolCalls: [] },
      }),
    ] as Loose[]);
    expect(facts.map((fact) => ('text' in fact ? fact.text : fact.type))).toEqual([
      'step-started',
      'Hel',
      'retry',
      'Hi',
      '!',
    ]);
  });
});
