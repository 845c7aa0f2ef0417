import type { SketchEdge } from '../sketch.ts';
import { variablesAt, type Variable, type VariablePlace } from './variables-at.ts';

interface EdgePlace extends Omit<VariablePlace, 'node' | 'hasItems'> {
  readonly line: SketchEdge;
}

/** What the condition of an edge can refer to: what has run before its source, and the output of that. */
export function edgeVariables(dialect: string, place: EdgePlace): readonly Variable[] {
  const { sketch, line } = place;
  // As if it were the only line to its target.
  const edges = sketch.edges.filter((edge) => edge.to !== line.to || edge.key === line.key);
  const alone = { nodes: sketch.nodes, edges };
  const found = variablesAt(dialect, { ...place, sketch: alone, node: line.to });
  return found.filter(({ text }) => !text.startsWith('${inputs'));
}
