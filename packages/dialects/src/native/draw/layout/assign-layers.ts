// Layers by longest path
// Every edge that does not lead back goes down at least one layer. What nothing leads to stands right above the first node that
// needs it: at the top, its edge would run past all that comes before.
import type { LayoutInput } from './layout-input.ts';

/** Layer of each node; even, since odd layers are for labels (Layered layout Y1). */
export function assignLayers({ nodes, edges, order }: LayoutInput): Uint32Array {
  const layers = new Uint32Array(nodes.length);
  const targets = nodes.map((): number[] => []);
  const isLedTo = new Uint8Array(nodes.length);
  for (const { from, to, back } of edges) {
    if (back) continue;
    targets[from]?.push(to);
    isLedTo[to] = 1;
  }
  for (const node of order) {
    const below = (layers[node] ?? 0) + 2;
    for (const target of targets[node] ?? []) {
      layers[target] = Math.max(layers[target] ?? 0, below);
    }
  }
  for (const node of order) {
    if (isLedTo[node] === 1) continue;
    let nearest = Infinity;
    for (const target of targets[node] ?? []) nearest = Math.min(nearest, layers[target] ?? 0);
    if (nearest !== Infinity) layers[node] = nearest - 2;
  }
  return layers;
}
