// What an activation was given
// Its settings as they were written and as they were resolved, with the value of every reference in them. The state of that moment is
// made again from the journal, because later moments no longer have it.
import { referenceWords } from '@skein/dialects';
import {
  createRun,
  isObject,
  referencedValues,
  transition,
  type Json,
  type JsonObject,
  type ReferencedValue,
} from '@skein/kernel';
import type { Moment, Replay } from './rebuild-run.ts';

export interface Asked {
  /** As resolved when it began. */
  readonly settings: JsonObject;
  readonly references: readonly AskedReference[];
}

export interface AskedReference {
  /** As the chip in the editor says it. */
  readonly words: string;
  readonly value: Json | undefined;
}

/** Null for what ends as soon as it begins: its output says it all. */
export function askedBy(
  { graph, moments }: Pick<Replay, 'graph' | 'moments'>,
  { node, activation }: { readonly node: string; readonly activation: number },
  titles: ReadonlyMap<string, string>,
): Asked | null {
  const index = graph.nodeById.get(node)?.index;
  let state = createRun();
  for (const moment of moments) {
    ({ state } = transition(graph, state, moment.event));
    if (!begins(moment, node, activation)) continue;
    const { at } = moment.event;
    const values = referencedValues(graph, state, { node, activation, at });
    const alive = state.nodes.get(index ?? -1)?.alive.find(({ n }) => n === activation);
    if (values === null || !isObject(alive?.config ?? null)) return null;
    return {
      settings: alive?.config ?? {},
      references: values.filter(isOneValue).map(({ reference, value }) => ({
        words: referenceWords(reference, titles),
        value,
      })),
    };
  }
  return null;
}

function begins({ derived }: Moment, node: string, activation: number): boolean {
  return derived.some(
    (fact) =>
      (fact.type === 'activation.started' || fact.type === 'wait.opened') &&
      fact.node === node &&
      fact.activation === activation,
  );
}

/** Each item has its own, in the list of them. */
function isOneValue({ reference: { source } }: ReferencedValue): boolean {
  return source.kind !== 'local' || source.remembered !== undefined;
}
