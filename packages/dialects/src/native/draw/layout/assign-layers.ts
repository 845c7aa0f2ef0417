// Layers by longest path
// Every edge that does not lead back goes down at least one layer.
import type { LayoutInput } from './layout-input.ts';

/** Layer of each node; even, since odd layers are for labels (Layered layout Y1). */
export function assignLayers({ nodes, edges, order }: LayoutInput): Uint32Array {
  const layers = new Uint32Array(nodes.length);
  const leaving = nodes.map((): number[] => []);
  for (const { from, to, back } of edges) if (!back) leaving[from]?.push(to);
  for (const node of order) {
    const below = (layers[node] ?? 0) + 2;
    for (const target of leaving[node] ?? []) {
      layers[target] = Math.max(layers[target] ?? 0, below);
    }
  }
  return layers;
}
