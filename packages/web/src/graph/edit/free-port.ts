import type { Sketch, SketchNode } from '../sketch.ts';

export interface FreePort {
  readonly id: string;
  readonly index: number;
  readonly count: number;
}

/** The first port of a node that no edge leaves; null if there is none. */
export function freePort({ edges }: Sketch, { id: node, ports }: SketchNode): FreePort | null {
  const used = new Set(
    edges.filter(({ from, kind }) => from === node && kind === 'flow').map(({ out }) => out),
  );
  const index = ports.findIndex(({ id }) => !used.has(id));
  const port = ports[index];
  return port === undefined ? null : { id: port.id, index, count: ports.length };
}
