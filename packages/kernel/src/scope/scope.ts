// What templates and conditions of one activation can read.
import type { EventBase } from '../events.ts';
import type { Graph } from '../graph/graph.ts';
import { setOwn, type Json, type JsonObject } from '../json.ts';
import type { Scope } from '../references/template.ts';
import { cellsView, peekCell, readCell } from '../state/cells.ts';
import { messagesOf } from '../state/contexts.ts';
import type { Output } from '../state/living.ts';
import { nodeStatus } from '../state/node-status.ts';
import { outputIdText } from '../state/output-id.ts';
import type { RunState } from '../state/run-state.ts';
import { roundOf, roundsOf, type Tag } from '../tags/tag.ts';

/** The rules since which `${x|0}` is a number. */
const TYPED_SINCE = 4;

/** What is read: a batch, or a run between two events. */
export interface ReadableRun {
  readonly graph: Graph;
  readonly state: RunState;
  readonly event: Pick<EventBase, 'at' | 'dates'>;
  /** What expressions may still take, together. */
  workLeft?: number;
}

/** For whom: the same reference reads differently in another round. */
export interface Viewer {
  readonly tag: Tag;
  readonly inputs: JsonObject;
  readonly previous: Json | undefined;
  readonly context: string;
}

export function scopeOf(
  run: ReadableRun,
  viewer: Viewer,
  previous: Json | undefined = viewer.previous,
): Scope {
  return new RunScope(run, viewer, previous);
}

/** A class, because one is made for every activation with something to resolve: eleven functions each would cost more than most of that. */
class RunScope implements Scope {
  readonly work: ReadableRun;
  readonly viewer: Viewer;
  readonly input: Json | undefined;

  constructor(run: ReadableRun, viewer: Viewer, input: Json | undefined) {
    this.work = run;
    this.viewer = viewer;
    this.input = input;
  }

  get run(): string {
    return this.work.state.origin.run;
  }

  get rules(): number {
    return this.work.state.origin.rules;
  }

  get remembers(): boolean {
    return this.work.graph.remembers;
  }

  get typesDefaults(): boolean {
    return this.rules >= TYPED_SINCE;
  }

  output(node: string, select: 'newest' | 'all' | number): Json | undefined {
    const { graph, state } = this.work;
    const { tag } = this.viewer;
    return select === 'all'
      ? readOutputs(graph, state, { node, tag })
      : readOutput(graph, state, { node, select, tag });
  }

  status(node: string): string | undefined {
    const { graph, state } = this.work;
    const found = graph.nodeById.get(node);
    return found === undefined ? undefined : nodeStatus(state, found);
  }

  outputId(node: string | null, select: 'newest' | number): string | undefined {
    const { graph, state } = this.work;
    return readOutputId(graph, state, { node, select, tag: this.viewer.tag });
  }

  trigger(): Json | undefined {
    return this.work.state.origin.input;
  }

  inputs(): Json | undefined {
    return this.viewer.inputs;
  }

  previous(): Json | undefined {
    return this.input;
  }

  context(): Json | undefined {
    return contextValue(this.work.state, this.viewer.context);
  }

  state(name: string | null, isPart: boolean): Json | undefined {
    const { graph, state } = this.work;
    return readState(graph, state, { name, isPart });
  }

  now(): number {
    return this.work.event.at;
  }

  date(zone: string): string | undefined {
    return this.work.event.dates?.[zone];
  }
}

function readState(
  graph: Graph,
  { cells }: RunState,
  { name, isPart }: { readonly name: string | null; readonly isPart: boolean },
): Json | undefined {
  if (name === null) return graph.state === null ? undefined : cellsView(cells);
  const cell = cells.seen.get(name);
  if (cell === undefined) return undefined;
  return isPart ? peekCell(cell) : readCell(cell);
}

interface Wanted {
  readonly node: string;
  readonly select: 'newest' | number;
  readonly tag: Tag;
}

function readOutput(graph: Graph, state: RunState, wanted: Wanted): Json | undefined {
  return findOutput(graph, state, wanted)?.value;
}

function readOutputs(
  graph: Graph,
  state: RunState,
  { node: id, tag }: Pick<Wanted, 'node' | 'tag'>,
): Json | undefined {
  const node = graph.nodeById.get(id);
  if (node === undefined) return undefined;
  const outputs = state.nodes.get(node.index)?.outputs ?? [];
  return outputs.filter((output) => !isLater(output.tag, tag)).map(({ value }) => value);
}

function readOutputId(
  graph: Graph,
  state: RunState,
  { node, ...wanted }: Omit<Wanted, 'node'> & { readonly node: string | null },
): string | undefined {
  const id = node === null ? state.origin.inputId : findOutput(graph, state, { node, ...wanted });
  return id === null || id === undefined ? undefined : outputIdText(id);
}

function findOutput(graph: Graph, state: RunState, wanted: Wanted): Output | undefined {
  const node = graph.nodeById.get(wanted.node);
  const outputs = node === undefined ? undefined : state.nodes.get(node.index)?.outputs;
  if (outputs === undefined) return undefined;
  if (wanted.select !== 'newest') return outputAt(outputs, wanted.select, graph.policy.window);
  return newestNotLater(outputs, wanted.tag);
}

/** Counted within the window, also where more are kept for `${node.outputs}`. */
function outputAt(outputs: readonly Output[], place: number, window: number): Output | undefined {
  const before = Math.max(0, outputs.length - window);
  if (place < 0) return -place > window ? undefined : outputs.at(place);
  return outputs[before + place];
}

/** The newest output that is not of a later round of a loop which both name (SPEC K28). */
function newestNotLater(outputs: readonly Output[], tag: Tag): Output | undefined {
  for (let i = outputs.length - 1; i >= 0; i--) {
    const output = outputs[i] as Output;
    if (output.tag === tag || !isLater(output.tag, tag)) return output;
  }
  return undefined;
}

function isLater(tag: Tag, than: Tag): boolean {
  if (tag.parent === null || than.parent === null) return false;
  return roundsOf(tag).some(({ loop, round }) => round > (roundOf(than, loop) ?? Infinity));
}

export function contextValue(state: RunState, id: string): Json {
  const context = state.contexts.get(id);
  const value: { [key: string]: Json } = {};
  for (const [key, setting] of Object.entries(context?.settings ?? {})) {
    setOwn(value, key, setting);
  }
  value.id = id;
  value.messages = messagesOf(context) as unknown as Json;
  return value;
}
