// The rebuilder
// For tests (`rebuildAlways`): throws the live state away after every append and makes it anew from what a restart would
// have: the journal as JSON, or a dump. Also checks that all three are the same.
import {
  canonicalJson,
  dumpState,
  loadState,
  rebuildState,
  type RunEvent,
  type RunState,
} from '@skein/kernel';
import type { RunView } from '../run/driven-run.ts';

export class Rebuilder {
  readonly #rows: RunEvent[] = [];
  #count = 0;

  keep(rows: readonly RunEvent[]): void {
    for (const row of rows) this.#rows.push(throughJson(row));
  }

  rebuild({ id, graph, state }: RunView, events: readonly RunEvent[]): RunState {
    this.keep(events);
    const dump = dumpState(graph, state);
    const text = canonicalJson(dump);
    this.#count += 1;
    const rebuilt =
      this.#count % 2 === 0 ? loadState(graph, throughJson(dump)) : rebuildState(graph, this.#rows);
    const again = canonicalJson(dumpState(graph, rebuilt));
    if (again !== text) {
      const how = this.#count % 2 === 0 ? 'loaded from its dump' : 'replayed from its journal';
      throw new Error(`The state of the run "${id}" is another one when it is ${how}.`);
    }
    return rebuilt;
  }
}

function throughJson<T>(value: T): T {
  // The round trip gives back the same shape: that is what it is for.
  return JSON.parse(JSON.stringify(value)) as T;
}
