// The nodes of a run that it has reached, by their index
// Read several times a step, so it is neither a map (a hash per lookup, and all entries moved whenever it grows) nor
// one list (a hundred thousand places for a run that reaches three nodes), but a list of short lists.
import type { NodeState } from './living.ts';

const CHUNK_BITS = 3;
const CHUNK = 1 << CHUNK_BITS;

/** Copied for each chunk: most runs have one, and to build it costs as much as a step. */
const EMPTY_CHUNK: readonly (NodeState | undefined)[] = Array.from({ length: CHUNK });

/** Where nothing has been reached yet; never written to. */
const NO_NODES: (NodeState | undefined)[] = [];

export class NodeTable {
  // With its first place: a list that grows gets room for many.
  readonly #chunks: (NodeState | undefined)[][] = [NO_NODES];

  get(index: number): NodeState | undefined {
    const chunk = this.#chunks[index >> CHUNK_BITS];
    return chunk === undefined ? undefined : chunk[index & (CHUNK - 1)];
  }

  set(index: number, node: NodeState): void {
    const place = index >> CHUNK_BITS;
    // An array with holes would be slower to read.
    while (this.#chunks.length <= place) this.#chunks.push(NO_NODES);
    let chunk = this.#chunks[place] as (NodeState | undefined)[];
    if (chunk === NO_NODES) {
      chunk = EMPTY_CHUNK.slice();
      this.#chunks[place] = chunk;
    }
    chunk[index & (CHUNK - 1)] = node;
  }

  /** In the order of the graph. A list: a generator took longer than what was done with each of the few nodes. */
  values(): readonly NodeState[] {
    const reached: NodeState[] = [];
    this.forEach((node) => reached.push(node));
    return reached;
  }

  [Symbol.iterator](): IterableIterator<[index: number, node: NodeState]> {
    const entries: [index: number, node: NodeState][] = [];
    this.forEach((node, index) => entries.push([index, node]));
    return entries.values();
  }

  /** In the order of the graph. */
  forEach(take: (node: NodeState, index: number) => void): void {
    let first = 0;
    for (const chunk of this.#chunks) {
      for (let i = 0; i < chunk.length; i++) {
        const node = chunk[i];
        if (node !== undefined) take(node, first + i);
      }
      first += CHUNK;
    }
  }
}
