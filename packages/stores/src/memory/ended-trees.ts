// Ended trees
// Memory is finite: of the ended runs the oldest are dropped, together with the runs below them. The last one always
// stays, and so does a tree in which a run has not yet learned of the end.
import { isUnfinished, type MemoryRun } from './memory-run.ts';

interface EndedTree {
  readonly runs: readonly MemoryRun[];
  readonly rows: number;
}

export function endedTrees(
  childrenOf: (run: MemoryRun) => readonly MemoryRun[],
  forget: (run: MemoryRun) => void,
  rowsMax: number,
): { add(root: MemoryRun): void; remove(root: MemoryRun): void } {
  const trees: EndedTree[] = [];
  let rows = 0;
  return {
    remove(root) {
      const at = trees.findIndex(({ runs }) => runs[0] === root);
      if (at >= 0) rows -= trees.splice(at, 1)[0]?.rows ?? 0;
    },
    add(root) {
      const tree = treeBelow(root, childrenOf);
      trees.push(tree);
      rows += tree.rows;
      while (rows > rowsMax && trees.length > 1) {
        const oldest = trees[0] as EndedTree;
        if (oldest.runs.some(isUnfinished)) return;
        trees.shift();
        rows -= oldest.rows;
        for (const run of oldest.runs) forget(run);
      }
    },
  };
}

function treeBelow(
  root: MemoryRun,
  childrenOf: (run: MemoryRun) => readonly MemoryRun[],
): EndedTree {
  const runs = [root];
  for (const run of runs) for (const child of childrenOf(run)) runs.push(child);
  return { runs, rows: runs.reduce((sum, run) => sum + run.rows.length, 0) };
}
