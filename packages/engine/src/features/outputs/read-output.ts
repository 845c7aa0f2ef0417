// Outputs by id
// The id says which row of which run an output comes from (event-ids.ts). Most are still in the window of their node, or
// are in the row verbatim; for the others the run is rebuilt up to that row.
import {
  rebuildState,
  type Graph,
  type Json,
  type NodeId,
  type OutputId,
  type RunEvent,
  type RunId,
  type RunState,
} from '@skein/kernel';
import { outputPlace, type OutputPlace } from '../../state/journal/event-ids.ts';
import { readRun } from '../../cluster/read-run.ts';
import type { RebuildRuntime } from '../../cluster/rebuild-run.ts';

export interface RunOutput {
  readonly id: OutputId;
  readonly run: RunId;
  /** The owner of the run. */
  readonly user?: string;
  /** Null for the input of the run. */
  readonly node: NodeId | null;
  readonly activation: number | null;
  readonly value: Json;
  readonly at: number;
}

/** Undefined when there is no such output, or it belongs to another user. */
export async function readOutput(
  runtime: RebuildRuntime,
  id: OutputId,
  user: string | undefined,
): Promise<RunOutput | undefined> {
  const place = outputPlace(id);
  if (place === null) return undefined;
  const { runs } = runtime.store;
  const record = await runs.get(place.run);
  if (record === undefined || (user !== undefined && record.user !== user)) return undefined;
  const [row] = await runs.rows(place.run, [place.seq]);
  if (row?.id !== place.event) return undefined;
  const found = inputIn(row, place) ?? (await madeBy(runtime, row, place));
  if (found === undefined) return undefined;
  const owner = record.user === undefined ? {} : { user: record.user };
  return { id, run: place.run, ...owner, ...found, at: row.at };
}

type Found = Pick<RunOutput, 'node' | 'activation' | 'value'>;

function inputIn(row: RunEvent, { counter }: OutputPlace): Found | undefined {
  if (row.type !== 'run.started' && row.type !== 'run.joined') return undefined;
  if (counter !== 1 || row.input === undefined) return undefined;
  return { node: null, activation: null, value: row.input };
}

async function madeBy(
  runtime: RebuildRuntime,
  row: RunEvent,
  place: OutputPlace,
): Promise<Found | undefined> {
  const { graph, state } = await readRun(runtime, place.run);
  const kept = keptIn(graph, state, place) ?? standingIn(state, row, place);
  if (kept !== undefined) return kept;
  const rows = await runtime.store.runs.journal(place.run, 0, place.seq);
  return rows === undefined ? undefined : keptIn(graph, rebuildState(graph, rows), place);
}

function keptIn(graph: Graph, state: RunState, place: OutputPlace): Found | undefined {
  for (const [index, { outputs }] of state.nodes) {
    const output = outputs.find(
      ({ event, counter }) => event === place.event && counter === place.counter,
    );
    if (output === undefined) continue;
    const { activation, value } = output;
    return { node: graph.nodes[index]?.id ?? null, activation, value };
  }
  return undefined;
}

/** The first id that a completion derives is that of its output, unless it first asks for more budget. */
function standingIn(
  { limits }: RunState,
  row: RunEvent,
  { counter }: OutputPlace,
): Found | undefined {
  const isLimited = limits.tokens !== null || limits.usd !== null;
  if (row.type !== 'node.completed' || counter !== 1 || isLimited) return undefined;
  const { node, activation, value } = row;
  return value === undefined ? undefined : { node, activation, value };
}
