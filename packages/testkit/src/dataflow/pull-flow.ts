// Pull readiness, by definition
// A second implementation of when a node of a dataflow runs: a needed node is requested, and requests what it needs itself;
// a finished node offers its successors to run, which they do when all that they require is there. Recursive and one node
// at a time, for small graphs without cycles; the kernel must reach the same result without requests.
//
// P1. A node that needs something that is being computed is not offered to run: it would request what waits for itself and take
//     that for a cycle. The computing node makes the offer when it is done.
import type { Json, JsonObject } from '@skein/kernel';

export interface PulledEdge {
  readonly source: string;
  readonly sourceOutput: string;
  readonly target: string;
  readonly targetInput: string;
}

export interface PulledFlow {
  readonly nodes: readonly { readonly id: string; readonly required: readonly string[] }[];
  readonly edges: readonly PulledEdge[];
}

export interface Pulled {
  /** Ids in the order in which they ran. */
  readonly order: readonly string[];
  readonly inputs: ReadonlyMap<string, JsonObject>;
}

/** `compute` returns the outputs of a node by name. */
export function pullFlow(
  { nodes, edges }: PulledFlow,
  compute: (id: string, inputs: JsonObject) => JsonObject,
): Pulled {
  const requiredOf = new Map(nodes.map(({ id, required }) => [id, required]));
  const incoming = Map.groupBy(edges, ({ target }) => target);
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const states = new Map<string, 'executing' | 'completed'>();
  const outputs = new Map<string, JsonObject>();
  const inputs = new Map<string, JsonObject>();
  const order: string[] = [];

  const execute = (id: string): void => {
    if (states.get(id) === 'completed') return;
    if (states.get(id) === 'executing')
      throw new Error(`Circular dependency detected at node ${id}`);
    states.set(id, 'executing');
    for (const { source } of incoming.get(id) ?? []) execute(source);
    const collected: { [input: string]: Json } = {};
    for (const { source, sourceOutput, targetInput } of incoming.get(id) ?? []) {
      const value = outputs.get(source)?.[sourceOutput];
      if (value !== undefined) collected[targetInput] = value;
    }
    inputs.set(id, collected);
    order.push(id);
    outputs.set(id, compute(id, collected));
    states.set(id, 'completed');
    for (const target of new Set((outgoing.get(id) ?? []).map((edge) => edge.target))) {
      if (isReady(target)) execute(target);
    }
  };

  const isReady = (id: string): boolean =>
    !states.has(id) &&
    !awaitsExecuting(id) &&
    (requiredOf.get(id) ?? []).every((input) =>
      (incoming.get(id) ?? [])
        .filter(({ targetInput }) => targetInput === input)
        .every(({ source }) => states.get(source) === 'completed'),
    );

  const awaitsExecuting = (id: string): boolean =>
    (incoming.get(id) ?? []).some(({ source }) => {
      if (states.get(source) === 'completed') return false;
      return states.get(source) === 'executing' || awaitsExecuting(source);
    });

  for (const { id } of nodes) if (!incoming.has(id)) execute(id);
  return { order, inputs };
}
