const PLAIN = /^[\p{L}\p{Nl}_][\p{L}\p{M}\p{N}_]*$/u;
const RESERVED: ReadonlySet<string> = new Set(
  'trigger inputs previous context now state true false null undefined in'.split(' '),
);

/** A word that never is a node. */
export function isReserved(name: string): boolean {
  return RESERVED.has(name);
}

/** A node as an expression names it, where these parameters and values have other meanings. */
export function nameOf(node: string, locals: ReadonlySet<string> = new Set()): string {
  const isPlain = PLAIN.test(node) && !RESERVED.has(node) && !locals.has(node);
  return isPlain ? node : `$(${JSON.stringify(node)})`;
}
