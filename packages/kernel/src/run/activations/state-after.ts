import type { StateChange } from '../../derived.ts';
import type { JsonObject } from '../../json.ts';
import { cellsView, createCells, newestCell, putCell, type Writer } from '../../state/cells.ts';
import { changedCell } from './write-state.ts';

/** The result does not say who wrote it. */
const somebody: Writer = { node: '', activation: 0, seq: 0 };

/** The state that a definition declares, after changes that were made to it. */
export function stateAfter(initial: JsonObject, changes: Iterable<StateChange>): JsonObject {
  const cells = createCells(Object.entries(initial));
  for (const change of changes) {
    const before = newestCell(cells, change.name);
    if (before === undefined) continue;
    const cell = changedCell(before, change, somebody);
    // One that was refused was not made.
    if (!('code' in cell)) putCell(cells, cells.seen, change.name, cell);
  }
  return cellsView(cells);
}
