import type { Graph, GraphNode } from '../graph/graph.ts';
import { readCell } from '../state/cells.ts';
import type { RunState } from '../state/run-state.ts';
import type { ReadState } from './evidence.ts';
import { shorten } from './shorten.ts';

/** What a node reads of the state, as it is now, and who wrote it last. */
export function readState(graph: Graph, state: RunState, node: GraphNode): readonly ReadState[] {
  const names = graph.state?.readers.get(node.index) ?? [];
  return names.map((name) => {
    const cell = state.cells.seen.get(name);
    const value = cell === undefined ? undefined : readCell(cell);
    const read: ReadState = value === undefined ? { name } : { name, value };
    if (cell === undefined || cell.writer === null) return read;
    const { node: id, activation } = cell.writer;
    return { ...read, writer: { node: id, activation } };
  });
}

export function stateInWords({ name, value, writer }: ReadState): string {
  const by =
    writer === undefined
      ? 'as the definition says'
      : `last written by "${writer.node}" #${writer.activation}`;
  return `It reads the state "${name}", which is ${shorten(value)}, ${by}.`;
}
