/** Ids of the nodes that compiling adds, none of which the author uses. */
export interface DerivedIds {
  readonly end: string;
  /** The wait for the next message to an agent. */
  readonly turn: (agent: string) => string;
}

export function createDerivedIds(taken: readonly string[]): DerivedIds {
  // An id that begins with one more colon than any of the author's is free, whatever follows.
  let colons = ':';
  for (const id of taken) while (id.startsWith(colons)) colons += ':';
  return { end: `${colons}end`, turn: (agent) => `${colons}turn:${agent}` };
}
