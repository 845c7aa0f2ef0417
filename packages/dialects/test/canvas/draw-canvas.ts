import type { Json, JsonObject } from '@skein/kernel';

/**
 * A canvas from one line: `start > a, a > b.reject` … `a:approve > b` leaves the handle approve. A node's type is its name
 * without digits (`agent2`, `approval`, `if`, `start`), data comes beside.
 */
export function drawCanvas(line: string, data: { readonly [id: string]: JsonObject } = {}): Draft {
  const ids = new Set<string>();
  const connections = line
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [from = '', to] = part.split('>').map((end) => end.trim());
      const [source = '', sourceHandle] = from.split(':');
      ids.add(source);
      if (to === undefined) return [];
      ids.add(to);
      return [{ source, target: to, ...(sourceHandle === undefined ? {} : { sourceHandle }) }];
    });
  const nodes = [...ids].map((id) => ({
    id,
    type: id.replace(/\d+$/, ''),
    ...(data[id] === undefined ? {} : { data: data[id] }),
  }));
  return { nodes, connections };
}

export type Draft = {
  readonly nodes: readonly { readonly [key: string]: Json }[];
  readonly connections: readonly { readonly [key: string]: Json }[];
};
