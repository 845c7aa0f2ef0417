// What runs are asked for in the tests of explain.
import { explain, type Explanation } from '@skein/kernel';
import type { Player } from '../run/play.ts';

export function why(run: Player, node: string): Explanation {
  const found = explain(run.graph, run.journal, node);
  if (found === null) throw new Error(`no node is called ${node}`);
  return found;
}

export const sentences = (run: Player, node: string): string => why(run, node).words.join('\n');
