// Where a replay diverges from the first run
// Activations are compared in the order in which they started in the replay, children after the runs above them: first the
// request of each, then its result.
import {
  createRun,
  findDifferences,
  transition,
  type ActivationName,
  type Derived,
  type Graph,
  type Json,
  type JsonObject,
  type RunEvent,
  type RunState,
} from '@skein/kernel';
import { markIds } from '@skein/ports';
import { subagentsAsWritten } from '../forks/subagents-as-written.ts';
import { factKey } from './journal-facts.ts';
import { ownIds, type TreeRun } from './read-tree.ts';

export interface Divergence extends ActivationName {
  /** The path to the child run; empty for the run itself. */
  readonly path: string;
  /** `asked`: the request differs. `result`: same request, different result. `ran`: only one run got there. */
  readonly kind: 'asked' | 'result' | 'ran';
  /** JSON pointer to the first difference, into `{ type, config, inputs }` or into the result. */
  readonly pointer: string;
  /** In words. */
  readonly what: string;
  readonly before?: Json;
  readonly after?: Json;
}

interface ActivationFact extends ActivationName {
  readonly path: string;
  readonly asked: JsonObject;
  result: JsonObject | null;
}

export function findDivergence(
  before: readonly TreeRun[],
  after: readonly TreeRun[],
): Divergence | null {
  const [isOld, isNew] = [ownIds(before), ownIds(after)];
  const was = new Map(factsOf(before, isOld).map((fact) => [nameOf(fact), fact]));
  // What was reused may name something of the first run: a file, for example.
  const is = factsOf(after, (id) => isNew(id) || isOld(id));
  for (const fact of is) {
    const old = was.get(nameOf(fact));
    if (old === undefined) return only(fact, 'It did not run before.');
    const found = compare(old, fact);
    if (found !== null) return found;
  }
  const now = new Set(is.map(nameOf));
  // The end of a child may have been taken over without the child.
  const runs = new Set(after.map(({ path }) => path));
  const gone = [...was.values()].find((fact) => runs.has(fact.path) && !now.has(nameOf(fact)));
  return gone === undefined ? null : only(gone, 'It does not run any more.');
}

function nameOf({ path, node, activation }: ActivationFact): string {
  return `${path} ${node}#${activation}`;
}

function only({ path, node, activation }: ActivationFact, what: string): Divergence {
  return { path, node, activation, kind: 'ran', pointer: '', what };
}

function compare(old: ActivationFact, fact: ActivationFact): Divergence | null {
  const { path, node, activation } = fact;
  const about = { path, node, activation };
  const [asked] = findDifferences(old.asked, fact.asked, 1);
  if (asked !== undefined) {
    return {
      ...about,
      kind: 'asked',
      what: `Its ${words(asked.pointer)} is another one.`,
      ...asked,
    };
  }
  // What has not ended yet is not counted as different.
  if (old.result === null || fact.result === null) return null;
  const [result] = findDifferences(old.result, fact.result, 1);
  if (result === undefined) return null;
  return {
    ...about,
    kind: 'result',
    what: 'Asked for the same, it gave something else.',
    ...result,
  };
}

function words(place: string): string {
  return place.slice(1).replaceAll('/', '.');
}

/** Every activation of a tree, in starting order, with the ids of its runs normalised. */
function factsOf(
  tree: readonly TreeRun[],
  isOwn: (id: string) => boolean,
): readonly ActivationFact[] {
  const alike = <T extends Json>(value: T): T =>
    // The placeholders need no escaping, so it is JSON of the same form.
    JSON.parse(markIds(JSON.stringify(value), isOwn, new Map())) as T;
  return tree.flatMap(({ path, workflow, rows }) =>
    runFacts(workflow.graph, rows).map((fact) => ({
      ...fact,
      path,
      asked: alike(fact.asked),
      result: fact.result === null ? null : alike(fact.result),
    })),
  );
}

function runFacts(
  graph: Graph,
  rows: readonly RunEvent[],
): readonly Omit<ActivationFact, 'path'>[] {
  const facts = new Map<string, Omit<ActivationFact, 'path'>>();
  const inputs = new Map<string, JsonObject>();
  let state = createRun();
  for (const row of rows) {
    const next = transition(graph, state, row);
    ({ state } = next);
    for (const derived of next.derived) note(derived);
  }
  return [...facts.values()];

  function note(derived: Derived): void {
    if (derived.type === 'activation.created') inputs.set(factKey(derived), derived.inputs);
    else if (derived.type === 'activation.started') begin(derived);
    else if (derived.type === 'activation.completed') {
      const { value, ports } = derived;
      begin(derived).result = { ...(value === undefined ? {} : { value }), ports };
    } else if (derived.type === 'activation.failed') {
      begin(derived).result = { failure: derived.failure.code, message: derived.failure.message };
    }
  }

  function begin(name: ActivationName): Omit<ActivationFact, 'path'> {
    const key = factKey(name);
    const known = facts.get(key);
    if (known !== undefined) return known;
    const { node, activation } = name;
    const asked = { ...about(graph, state, name), inputs: inputs.get(key) ?? {} };
    const fact = { node, activation, asked, result: null };
    facts.set(key, fact);
    return fact;
  }
}

/** Its resolved config, where the activation still exists; else as written. */
function about(graph: Graph, state: RunState, { node, activation }: ActivationName): JsonObject {
  const known = graph.nodeById.get(node);
  if (known === undefined) return { type: '' };
  const alive = state.nodes.get(known.index)?.alive.find(({ n }) => n === activation);
  const config = alive?.config ?? graph.workflow.nodes[known.index]?.config ?? {};
  const subagents = subagentsAsWritten(graph, known);
  return { type: known.type, config, ...(subagents === undefined ? {} : { subagents }) };
}
