// The facts of a run, until it is over or only people and events can continue it
// F1. The engine says when a run has paused: a wait that the answer to another one opens changes no status, and no row tells it.
// F2. Every wait that is open then is told, also those of runs below this one.
// F3. What the run gives is told as text at the end, unless a node has just said the same.
import type { Json, PlainOr, RunId } from '@skein/api';
import type { Engine, RunJson, RunUpdate } from '@skein/engine';
import { hasEnded, withoutUndefined } from '@skein/ports';
import { textIn } from '../../../values/text-in.ts';
import { callIn, type AskedWait, type Ending, type PlacedFact, type ToolUse } from './fact.ts';
import { factReader, type AboutNode } from './fact-reader.ts';

export interface FactsOptions {
  /** Facts of rows up to this one are left out: somebody has told them. */
  readonly after?: number;
  /** The stream ends with this row: an earlier part of the run that has paused there. */
  readonly until?: number;
  readonly about: AboutNode;
  readonly signal: AbortSignal;
}

/** Ends without an ending when the signal says so. */
export async function* runFacts(
  { runs }: Pick<Engine, 'runs'>,
  run: PlainOr<RunId>,
  { after = 0, until, about, signal }: FactsOptions,
): AsyncGenerator<PlacedFact | Ending, void, undefined> {
  const reader = factReader(about);
  const said = new Map<string, string>();
  const stopped = new AbortController();
  const settled = settledState(runs, run, until);
  const updates = runs.events(run, { signal: AbortSignal.any([signal, stopped.signal]) });
  const told = (facts: readonly PlacedFact[]) => {
    for (const fact of facts) noteSaid(said, fact);
    return facts.filter(({ row }) => row > after);
  };
  try {
    for await (const update of untilSettled(updates, settled)) yield* told(reader.read(update));
    if (signal.aborted) return;
    const state = await settled;
    const row = until ?? state.seq;
    yield* told(reader.flush());
    const waits = state.waits.map((wait) => ({ ...askedWait(wait), ...reader.waitOf(wait.id) }));
    for (const wait of waits)
      if (reader.waitOf(wait.id) === undefined) yield { type: 'wait-opened', wait, row };
    yield* lastWords(state, { said, row });
    yield endingOf(state, row, waits);
  } finally {
    stopped.abort();
  }
}

/** With `until`: the state is told as if it had paused there. */
async function settledState(
  runs: Engine['runs'],
  run: PlainOr<RunId>,
  until: number | undefined,
): Promise<RunJson> {
  if (until === undefined) return runs.settled(run);
  const now = await runs.get(run);
  return { ...now, id: now.id, status: 'waiting', waits: [], seq: until };
}

/** The updates up to the row at which the run has settled, tokens included. */
async function* untilSettled(
  updates: AsyncIterable<RunUpdate>,
  settled: Promise<RunJson>,
): AsyncGenerator<RunUpdate, void, undefined> {
  const iterator = updates[Symbol.asyncIterator]();
  let last = Infinity;
  let seen = 0;
  const known = settled.then(({ seq }) => {
    last = seq;
  });
  try {
    for (;;) {
      const next = iterator.next();
      if (last === Infinity) await Promise.race([next, known]);
      if (seen >= last) {
        // Nobody takes it any more.
        next.catch(() => {});
        return;
      }
      const { value, done } = await next;
      if (done === true) return;
      if (value.type === 'event') seen = value.seq;
      if (seen > last) return;
      yield value;
    }
  } finally {
    void iterator.return?.();
  }
}

export function askedWait(wait: RunJson['waits'][number]): AskedWait {
  const { id, node, kind, prompt, schema, data, who, deadline } = wait;
  return {
    id,
    node,
    kind,
    prompt,
    schema,
    deadline,
    ...withoutUndefined({ data, who, call: callOf(wait) }),
  };
}

/** Of a run below this one: nobody has told its calls. */
function callOf({ id, data }: RunJson['waits'][number]): ToolUse | undefined {
  const call = callIn(data);
  if (call === null) return undefined;
  return { id, name: textIn(call['tool']), input: call['arguments'] ?? {} };
}

function noteSaid(said: Map<string, string>, fact: PlacedFact): void {
  if (fact.type === 'retry') said.delete(fact.step);
  if (fact.type === 'tool-call') said.delete(fact.step);
  if (fact.type !== 'text' || fact.role !== 'answer') return;
  said.set(fact.step, (said.get(fact.step) ?? '') + fact.text);
}

function* lastWords(
  { status, output }: RunJson,
  { said, row }: { readonly said: ReadonlyMap<string, string>; readonly row: number },
): Generator<PlacedFact> {
  if (status !== 'completed' && status !== 'stopped') return;
  const text = outputText(output);
  if (text === '' || [...said.values()].includes(text)) return;
  yield { type: 'text', step: 'output', role: 'answer', text, row };
}

/** What a run gives, as people read it. */
export function outputText(output: Json): string {
  if (output === null) return '';
  if (typeof output === 'string') return output;
  return JSON.stringify(output, null, 2);
}

function endingOf(state: RunJson, row: number, waits: readonly AskedWait[]): Ending {
  const { status, output, error, usage } = state;
  const spent = { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens };
  if (!hasEnded({ status })) return { type: 'paused', row, waits, usage: spent };
  const failure = error === null ? null : { code: error.code, message: error.message };
  return { type: 'finished', row, status, output, error: failure, usage: spent };
}
