// Snapshots of one run
// So that waking a run costs a snapshot and a tail, however long its journal is. A new one is due when the tail has
// outgrown the last: then all snapshots together stay within a small fraction of the journal.
//
// N0. None is taken that would hardly be shorter than what it saves: a run that goes through a thousand nodes once has as
//     much state as journal.
// N1. Rows are kept in memory only from the last snapshot on, values of older ones only where that snapshot named them.
// N2. Of a conversation a snapshot has only the trail: its messages stay in the journal until they are needed.
import {
  LateMap,
  dumpState,
  loadState,
  type Context,
  type Graph,
  type Json,
  type JsonObject,
  type Message,
  type RunEvent,
  type RunState,
} from '@skein/kernel';
import type { Projector } from '@skein/dialects';
import type { Snapshot } from '@skein/ports';
import { addPlaces, packer, unpacker, type Places } from './handles.ts';
import {
  appendedBy,
  extendTrail,
  followTrail,
  noTrail,
  rowsOfTrail,
  type Trail,
} from './message-trail.ts';
import { rowSize } from './row-size.ts';
import { textSize } from './text-size.ts';

/** A tail up to this size is read and rebuilt in a few milliseconds. */
const tailMin = 262_144;
/** How much longer than the snapshot the tail gets. */
const tailFactor = 4;
/** The size of a reached node in a snapshot. */
const nodeSize = 150;

export class Snapshots {
  readonly #tail: RunEvent[] = [];
  #tailSize = 0;
  #size = 0;
  /** About how many bytes of rows and of a snapshot the state was made from. */
  #held = 0;
  /** What the last snapshot named. */
  #named: Places = new LateMap();
  /** The trail of each context, as far as the last snapshot leads. */
  readonly #trails = new LateMap<string, Trail>();
  readonly #valueMin: number;

  /** Smaller values are kept as they are; default: whatever is longer than its handle gets one. */
  constructor(valueMin = 0) {
    this.#valueMin = valueMin;
  }

  /** Returns the size of the row. */
  add(event: RunEvent): number {
    this.#tail.push(event);
    const size = rowSize(event);
    this.#tailSize += size;
    this.#held += size;
    return size;
  }

  get held(): number {
    return this.#held;
  }

  isDue(state: RunState): boolean {
    if (!this.#hasOutgrown) return false;
    // Checked once for each doubling of the tail, because measuring costs time.
    this.#size = Math.max(this.#size, leastSize(state));
    return this.#hasOutgrown;
  }

  get #hasOutgrown(): boolean {
    return this.#tailSize > Math.max(tailMin, tailFactor * this.#size);
  }

  /** The state after the last event that was added. */
  take(graph: Graph, state: RunState, projector: Projector | null): Snapshot {
    const places: Places = new Map(this.#named);
    for (const event of this.#tail) addPlaces(places, event);
    const named: Places = new Map();
    const pack = packer(places, named, this.#valueMin);
    const dump = dumpState(graph, state, pack, this.#messagePacker(places));
    const projection = projector === null ? {} : { projection: projector.dump(pack) };
    const rows = [...new Set([...named.values()].map(([seq]) => seq))].toSorted((a, b) => a - b);
    this.#named = named;
    this.#tail.length = 0;
    this.#tailSize = 0;
    const packed: JsonObject = { rows, dump, ...projection };
    this.#size = textSize(packed);
    return { seq: state.seq, state: packed };
  }

  #messagePacker(places: Places): (context: Context) => Json {
    const rows = new Map<Json, RunEvent>();
    for (const event of this.#tail) {
      const [first] = appendedBy(event);
      if (first !== undefined) rows.set(first, event);
    }
    // What only messages name is not needed to continue.
    const pack = packer(places, new Map(), this.#valueMin);
    return ({ id, unread, atHand }) => {
      const known = this.#trails.get(id) ?? noTrail;
      const trail = extendTrail(known, atHand.slice(known.count - unread), rows, pack);
      this.#trails.set(id, trail);
      return trail as unknown as Json;
    };
  }

  /** Continues from a snapshot that was read back; `rows` are those that `rowsNamed` lists. */
  load(
    graph: Graph,
    snapshot: Snapshot,
    rows: readonly RunEvent[],
    projector: Projector | null,
  ): RunState {
    const named: Places = new Map();
    const bySeq = new Map(rows.map((row) => [row.seq, row]));
    const { dump, projection } = snapshot.state as { readonly dump: Json; projection?: Json };
    const unpack = unpacker(bySeq, named);
    const state = loadState(graph, dump, unpack, (packed, context) => {
      // Snapshots of earlier versions name every message.
      if (Array.isArray(packed)) return { unread: 0, atHand: packed.map(unpack) as Message[] };
      const trail = packed as unknown as Trail;
      this.#trails.set(context, trail);
      return { unread: trail.count, atHand: [] };
    });
    if (projection !== undefined) projector?.load(projection, unpack);
    this.#named = named;
    this.#size = textSize(snapshot.state);
    this.#held += this.#size;
    return state;
  }

  /** The rows that brought the messages which a loaded state lacks. */
  unreadRows({ contexts }: RunState): readonly number[] {
    const seqs = new Set<number>();
    for (const { id, unread } of contexts.values()) {
      if (unread === 0) continue;
      for (const seq of rowsOfTrail(this.#trails.get(id) ?? noTrail)) seqs.add(seq);
    }
    return [...seqs].toSorted((a, b) => a - b);
  }

  /** Puts them in their places, before those that were added since; `rows` are those that `unreadRows` lists. */
  fill({ contexts }: RunState, rows: readonly RunEvent[]): void {
    const bySeq = new Map(rows.map((row) => [row.seq, row]));
    for (const row of rows) this.#held += rowSize(row);
    for (const context of contexts.values()) {
      if (context.unread === 0) continue;
      const trail = this.#trails.get(context.id) ?? noTrail;
      const first = followTrail(trail, bySeq).slice(0, context.unread) as unknown as Message[];
      context.atHand = [...first, ...context.atHand];
      context.unread = 0;
    }
  }
}

/** The minimum size of a snapshot of the state. */
function leastSize({ nodes }: RunState): number {
  let size = 0;
  for (const _ of nodes) size += nodeSize;
  return size;
}

/** Whether it tells a projector where to continue; snapshots of earlier versions do not. */
export function hasProjection({ state }: Snapshot): boolean {
  return (state as JsonObject)['projection'] !== undefined;
}

/** The rows that a snapshot needs in addition to itself. */
export function rowsNamed({ state }: Snapshot): readonly number[] {
  return (state as { readonly rows: readonly number[] }).rows;
}
