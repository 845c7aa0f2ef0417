// Playing a cassette
// Finds the recorded answer to a question.
//
// D1. An answer is looked up by the whole request. Equal requests get their answers in the order of the recording, each once.
//     The names of speakers are not compared.
// D2. Used answers are tracked per root run, as with a script: runs of one server do not disturb each other.
// D3. An id that was generated in the recorded run is a placeholder in the file; it matches any id, which then replaces it in
//     the answer.
import {
  canonicalJson,
  findDifferences,
  isObject,
  listAt,
  ownValue,
  textOf,
  type Failure,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import { matchMarked, unmarkIds, type Clock } from '@skein/ports';
import { failureError } from '../failure-error.ts';
import { sleep } from '../sleep.ts';
import type { Cassette, CassetteCall } from './cassette.ts';
import { fullAsks } from './full-asks.ts';

export type Played =
  | { readonly ok: true; readonly call: CassetteCall }
  | { readonly ok: false; readonly failure: Failure & { readonly code: 'CASSETTE_MISS' } };

export interface CassetteDeck {
  readonly cassette: Cassette;
  /** Waits as long as the answer took, where time is virtual. */
  wait(call: CassetteCall, signal: AbortSignal): Promise<void>;
  /** The answer to what a node of this tree of runs asks. */
  play(root: string, ask: JsonObject): Played;
}

interface Entry {
  readonly place: number;
  readonly text: string;
  readonly ask: JsonObject;
  readonly call: CassetteCall;
}

/** The deck is not told when a run ends, so it evicts the run that has been idle longest. */
const runsMax = 10_000;

/** With a clock, answers take as long as they did in the recording: for virtual time. */
export function cassetteDeck(
  cassette: Cassette,
  { clock }: { readonly clock?: Clock } = {},
): CassetteDeck {
  const asks = fullAsks(cassette);
  const entries = cassette.calls.map((call, place): Entry => {
    const ask = withoutSpeakers(asks[place] ?? {});
    return { place, text: canonicalJson(ask), ask, call };
  });
  const exact = Map.groupBy(entries, ({ text }) => text);
  const marked = entries.filter(({ text }) => /<id:\d+>/.test(text));
  const runs = new Map<string, Set<number>>();
  return {
    cassette,
    async wait({ ms = 0 }, signal) {
      if (clock !== undefined && ms > 0) await sleep(ms, { signal, clock });
    },
    play(root, given) {
      const ask = asRecorded(given, cassette);
      const used = usedBy(runs, root);
      const text = canonicalJson(ask);
      for (const entry of exact.get(text) ?? []) {
        if (used.has(entry.place)) continue;
        used.add(entry.place);
        return { ok: true, call: entry.call };
      }
      for (const entry of marked) {
        const ids = used.has(entry.place) ? null : matchMarked(entry.text, text);
        if (ids === null) continue;
        used.add(entry.place);
        return { ok: true, call: withIds(entry.call, ids) };
      }
      return { ok: false, failure: missOf(ask, { text, entries, used }) };
    },
  };
}

/** The request as it would have been when the cassette was recorded. */
function asRecorded(ask: JsonObject, { cassette }: Cassette): JsonObject {
  if (cassette !== 1) return withoutSpeakers(ask);
  const { maxOutputTokens: _, ...rest } = ask;
  return withoutSpeakers(rest);
}

/** Who spoke follows from the workflow, and older cassettes do not name everybody. */
function withoutSpeakers(ask: JsonObject): JsonObject {
  if (!Object.hasOwn(ask, 'messages')) return ask;
  return { ...ask, messages: listAt(ask, 'messages').map(withoutSpeaker) };
}

function withoutSpeaker(message: Json): Json {
  if (!isObject(message) || ownValue(message, 'role') !== 'assistant') return message;
  const { name: _, ...rest } = message;
  return rest;
}

function usedBy(runs: Map<string, Set<number>>, root: string): Set<number> {
  const used = runs.get(root) ?? new Set();
  // Deleting first moves it to the end: a map keeps the order of insertion.
  runs.delete(root);
  runs.set(root, used);
  const [oldest] = runs.keys();
  if (runs.size > runsMax && oldest !== undefined) runs.delete(oldest);
  return used;
}

function withIds(call: CassetteCall, ids: ReadonlyMap<string, string>): CassetteCall {
  // Ids need no escape, so it stays JSON of the same form.
  return JSON.parse(unmarkIds(JSON.stringify(call), ids)) as CassetteCall;
}

interface Search {
  readonly text: string;
  readonly entries: readonly Entry[];
  readonly used: ReadonlySet<number>;
}

function missOf(
  ask: JsonObject,
  { text, entries, used }: Search,
): Failure & { readonly code: 'CASSETTE_MISS' } {
  const what = `${nameOf(ask)} of "${shownKey(ask, 'node')}"`;
  const equal = entries.filter((entry) => entry.text === text || matchMarked(entry.text, text));
  if (equal.length > 0) {
    const times = equal.length === 1 ? 'once' : `${equal.length} times`;
    const message = `The cassette has this ${what} ${times}, and it is requested once more.`;
    return miss(message, { asked: ask, recorded: equal.length });
  }
  const nearest = nearestOf(ask, text, entries);
  if (nearest === null) {
    return miss(`The cassette has no ${what}, nor a similar one.`, { asked: ask });
  }
  const [first] = findDifferences(nearest.ask, ask, 1);
  const { pointer: place = '', before, after } = first ?? {};
  const isUsed = used.has(nearest.place) ? ' (used already)' : '';
  const message = `The cassette does not have this ${what}. The nearest one, call ${nearest.place + 1}${isUsed}, first differs at ${place || 'the top'}: recorded ${shown(before)}, asked ${shown(after)}.`;
  return miss(message, {
    asked: ask,
    nearest: { call: nearest.place + 1, ask: nearest.ask },
    difference: {
      pointer: place,
      ...(before !== undefined && { recorded: before }),
      ...(after !== undefined && { asked: after }),
    },
  });
}

function miss(message: string, data: JsonObject): Failure & { readonly code: 'CASSETTE_MISS' } {
  return { code: 'CASSETTE_MISS', message, retry: 'never', data };
}

function nameOf(ask: JsonObject): string {
  if (ask['type'] === 'model') return 'question to a model';
  return ask['type'] === 'tool' ? `call of the tool "${shownKey(ask, 'name')}"` : 'request';
}

function shownKey(ask: JsonObject, key: string): string {
  return textOf(ownValue(ask, key) ?? '');
}

const shownMax = 120;

function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}

/** Of the same kind, preferably of the same node: the one with the longest common beginning and end. */
function nearestOf(ask: JsonObject, text: string, entries: readonly Entry[]): Entry | null {
  const alike = entries.filter((entry) => entry.ask['type'] === ask['type']);
  const near = alike.filter((entry) => entry.ask['node'] === ask['node']);
  let best: Entry | null = null;
  let most = -1;
  for (const entry of near.length > 0 ? near : alike) {
    const common = commonEnds(entry.text, text);
    if (common > most) [best, most] = [entry, common];
  }
  return best;
}

function commonEnds(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let start = 0;
  while (start < length && one[start] === other[start]) start++;
  let end = 0;
  while (end < length - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return (start + end) / Math.max(one.length, other.length);
}

/** The error to throw for a recorded failure. */
export function recordedFailure(failure: Failure): Error {
  // Whatever code it had when it was recorded.
  return failureError(failure as Parameters<typeof failureError>[0]);
}
