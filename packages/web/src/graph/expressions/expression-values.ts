// The values of a run as an expression sees them
// A draft may have other nodes and lines than the version that the run was of, so they are read from the outputs of the run, and
// not from its state: what a line would bring is the newest output of the node that it comes from.
import {
  emptyScope,
  ownValue,
  setOwn,
  type Json,
  type JsonObject,
  type Scope,
} from '@skein/kernel';
import { readPins } from '../edit/pins.ts';
import { objectAt } from '../own-keys.ts';
import type { SketchEdge } from '../sketch.ts';

export interface ExpressionValues {
  readonly trigger: Json | undefined;
  /** The kept outputs of each node, the oldest first. */
  readonly outputs: ReadonlyMap<string, readonly Json[]>;
  readonly statuses: ReadonlyMap<string, string>;
  readonly previous: Json | undefined;
  readonly inputs: JsonObject;
  /** As the definition declares it, with what the run has made of it. */
  readonly state: JsonObject;
}

/** The part of a run that is read; as the server sends it. */
export interface RunValues {
  readonly input: Json;
  readonly outputs: { readonly [node: string]: readonly { readonly value: Json }[] };
  readonly nodes: { readonly [node: string]: { readonly status: string } };
  readonly state?: JsonObject | undefined;
}

interface ValuesAtOptions {
  readonly definition: JsonObject;
  /** The lines that bring something: those into a node, or the one whose condition it is. */
  readonly lines: readonly SketchEdge[];
  readonly run: RunValues | undefined;
}

export function valuesAt({ definition, lines, run }: ValuesAtOptions): ExpressionValues {
  const outputs = new Map<string, readonly Json[]>();
  for (const [node, kept] of Object.entries(run?.outputs ?? {})) {
    const values = kept.map(({ value }) => value);
    outputs.set(node, values);
  }
  for (const [node, value] of Object.entries(readPins(definition))) outputs.set(node, [value]);
  const statuses = Object.entries(run?.nodes ?? {}).map(([id, node]) => [id, node.status] as const);
  const inputs: { [port: string]: Json } = {};
  for (const [port, some] of Map.groupBy(lines, (line) => line.in)) {
    const value = port === '' ? undefined : broughtBy(some, outputs);
    if (value !== undefined) setOwn(inputs, port, value);
  }
  return {
    trigger: run?.input,
    outputs,
    statuses: new Map(statuses),
    previous: broughtBy(lines, outputs),
    inputs,
    state: { ...objectAt(definition, 'state'), ...run?.state },
  };
}

/** Undefined if several nodes have an output: which of them came last is known only while it runs. */
function broughtBy(
  lines: readonly SketchEdge[],
  outputs: ExpressionValues['outputs'],
): Json | undefined {
  const sources = [...new Set(lines.map(({ from }) => from))];
  const [only, ...others] = sources.flatMap((from) => outputs.get(from)?.slice(-1) ?? []);
  return others.length > 0 ? undefined : only;
}

/** `now` is the time at which it is looked at. */
export function scopeOfValues(values: ExpressionValues): Scope {
  const { trigger, outputs, statuses, previous, inputs, state } = values;
  const now = Date.now();
  return {
    ...emptyScope,
    output: (node, select) => {
      const kept = outputs.get(node);
      return select === 'all' ? kept : kept?.at(select === 'newest' ? -1 : select);
    },
    state: (name) => (name === null ? state : ownValue(state, name)),
    status: (node) => statuses.get(node),
    trigger: () => trigger,
    inputs: () => inputs,
    previous: () => previous,
    now: () => now,
    date: (zone) => dateIn(zone, now),
  };
}

function dateIn(timeZone: string, at: number): string | undefined {
  try {
    // The date as ISO text: this is how Swedes write it.
    return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
  } catch {
    return undefined;
  }
}
