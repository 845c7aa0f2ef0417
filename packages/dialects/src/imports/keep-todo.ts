// What is left to do, kept with the workflow
// The losses of an import are a list that somebody works off later, in the studio: under `studio.todo`, which is no part of the version.
import {
  isObject,
  listAt,
  objectAt,
  ownValue,
  textAt,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import { isJsonList } from './draft/is-json-list.ts';
import type { Imported, ImportLoss } from './importer.ts';

/** A type, not an interface: it is JSON. */
type TodoEntry = {
  readonly kind: string;
  readonly message: string;
  readonly hint: string;
  /** The id of the node to go to; null where it is about the whole workflow. */
  readonly node: string | null;
  /** What the source calls that node. */
  readonly origin: string | null;
  readonly done?: boolean;
};

export function keepTodo<Made extends Imported>(imported: Made): Made {
  const { definition, losses } = imported;
  if (losses.length === 0) return imported;
  const studio = objectAt(definition, 'studio');
  const todo: readonly TodoEntry[] = losses.map((loss) => {
    const { kind, message, hint, node: origin } = loss;
    return { kind, message, hint, node: placeOf(definition, loss), origin };
  });
  return { ...imported, definition: { ...definition, studio: { ...studio, todo } } };
}

/** What asks somebody else is led to the node that asks: the one that stands for the source's node may only shape what came back. */
function placeOf(definition: JsonObject, { kind, node, native }: ImportLoss): string | null {
  const nodes = listAt(definition, 'nodes').filter((each) => isObject(each));
  const origin = objectAt(objectAt(definition, 'studio'), 'origin');
  const own = nodes.filter((each) => {
    const names = ownValue(origin, idOf(each));
    return node !== null && (names === node || (isJsonList(names) && names.includes(node)));
  });
  const caller = own.find((each) => callers(kind).includes(textAt(each, 'type') ?? ''));
  if (caller !== undefined) return idOf(caller);
  if (native === null) return own[0] === undefined ? null : idOf(own[0]);
  // Nodes inside of others are reached by the one around them.
  const found = nodes.find((each) => holds(each, native));
  return found === undefined ? null : idOf(found);
}

/** The types of nodes that a kind of loss is about; none: any. */
function callers(kind: string): readonly string[] {
  if (kind === 'binding') return ['tool'];
  return kind === 'credential' ? ['http', 'llm', 'agent', 'tool'] : [];
}

function holds(value: Json, id: string): boolean {
  if (isJsonList(value)) return value.some((each) => holds(each, id));
  if (!isObject(value)) return false;
  if (ownValue(value, 'id') === id) return true;
  return Object.values(value).some((each) => holds(each, id));
}

function idOf(node: JsonObject): string {
  return textAt(node, 'id') ?? '';
}
