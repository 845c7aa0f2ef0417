// A sub-workflow back as the nodes that it consists of
// The inverse of extracting it: its nodes take its place, and what they read from its input they read where it came from.
import { isObject, ownValue, type Json, type JsonObject, type Reference } from '@skein/kernel';
import { takenIds } from '../edit/node-ids.ts';
import { removeParts } from '../edit/remove-parts.ts';
import { renameNativeReferences } from '../edit/rename-native-references.ts';
import { mapTexts, renameNode } from '../edit/rename-node.ts';
import type { DocumentForm } from '../forms/document-form.ts';
import { readPoint } from '../forms/studio-positions.ts';
import { freeId } from '../free-id.ts';
import { listAt, objectAt, textAt, withKey } from '../own-keys.ts';
import type { Point } from '../sketch.ts';
import { mapReferences, outputOf, referencesOf } from './map-references.ts';

export type Unpacked =
  | { readonly definition: JsonObject; readonly ids: readonly string[] }
  /** Why it cannot be done. */
  | { readonly problem: string };

/** The workflow that a node of this definition has inside; null if it runs a stored one. */
export function embeddedIn(definition: JsonObject, id: string): JsonObject | null {
  const node = listAt(definition, 'nodes').find(
    (each) => isObject(each) && textAt(each, 'id') === id,
  );
  if (!isObject(node) || textAt(node, 'type') !== 'subworkflow') return null;
  const workflow = ownValue(objectAt(node, 'config'), 'workflow');
  return isObject(workflow) ? workflow : null;
}

export function unpackWorkflow(form: DocumentForm, definition: JsonObject, id: string): Unpacked {
  const embedded = embeddedIn(definition, id);
  if (embedded === null) return { problem: 'It runs a stored workflow, which stays where it is.' };
  const node = listAt(definition, 'nodes').find(
    (each) => isObject(each) && textAt(each, 'id') === id,
  );
  const input = ownValue(objectAt(isObject(node) ? node : {}, 'config'), 'input') ?? '${previous}';
  const inner = withFreeIds(form, embedded, takenIds(form, definition));
  const parts = partsOf(inner);
  if ('problem' in parts) return parts;
  const { nodes, edges, entry, exit } = parts;
  const reads = referencesOf([...nodes, ...edges]).filter(
    ({ reference }) => reference.source.kind === 'trigger',
  );
  if (reads.some(({ reference, isInExpression }) => isInExpression || !isHanded(reference, input)))
    return { problem: 'Its nodes read its input in a way that only a sub-workflow can.' };
  const back = (part: Json) => mapReferences(part, (reference) => fromOutside(reference, input));
  const moved = listAt(definition, 'edges')
    .filter(isObject)
    .filter((edge) => textAt(edge, 'from') === id || textAt(edge, 'to') === id)
    .flatMap((edge) => movedEdge(edge, { id, entry, exit }));
  const rest = readsInner(removeParts(form, definition, { nodes: [id] }), id, exit?.node ?? id);
  const added = withKey(rest, 'nodes', [...listAt(rest, 'nodes'), ...nodes.map(back)]);
  const joined = withKey(added, 'edges', [...listAt(added, 'edges'), ...edges.map(back), ...moved]);
  const ids = nodes.map((each) => textAt(each, 'id'));
  return { definition: form.writePositions(joined, placesOf(inner, ids)), ids };
}

/** The embedded workflow with ids that the one around it does not have. */
function withFreeIds(
  form: DocumentForm,
  embedded: JsonObject,
  outer: ReadonlySet<string>,
): JsonObject {
  const ids = listAt(embedded, 'nodes')
    .filter(isObject)
    .map((node) => textAt(node, 'id'));
  return ids.reduce((result, id) => {
    const to = freeId(id, new Set([...outer, ...ids.filter((each) => each !== id)]));
    return to === id ? result : renameNode(form, result, { id, to });
  }, embedded);
}

interface InnerParts {
  readonly nodes: readonly JsonObject[];
  readonly edges: readonly JsonObject[];
  readonly entry: string;
  readonly exit: { readonly node: string; readonly out: Json | undefined } | null;
}

/** Without its start, what arrives, and its end. */
function partsOf(inner: JsonObject): InnerParts | { readonly problem: string } {
  const all = listAt(inner, 'nodes').filter(isObject);
  const edges = listAt(inner, 'edges').filter(isObject);
  const ofType = (type: string) => all.filter((node) => textAt(node, 'type') === type);
  const [start, ...otherStarts] = ofType('start');
  const [end, ...otherEnds] = ofType('end');
  const leaving = (id: string) => edges.filter((edge) => textAt(edge, 'from') === id);
  const reaching = (id: string) => edges.filter((edge) => textAt(edge, 'to') === id);
  const first = start === undefined ? [] : leaving(textAt(start, 'id'));
  const last = end === undefined ? [] : reaching(textAt(end, 'id'));
  const isSimple = otherStarts.length + otherEnds.length === 0 && first.length === 1;
  if (!isSimple || last.length > 1 || Object.hasOwn(end ?? {}, 'config'))
    return { problem: 'It has several beginnings or ends, or an output of its own.' };
  const arriving = all.find(
    (node) => isArriving(node) && textAt(node, 'id') === textAt(first[0] ?? {}, 'to'),
  );
  const follows = arriving === undefined ? first : leaving(textAt(arriving, 'id'));
  const [entry] = follows;
  if (entry === undefined || follows.length > 1)
    return { problem: 'It has several beginnings or ends, or an output of its own.' };
  const gone = new Set(
    [start, arriving, end].flatMap((node) => (node === undefined ? [] : [textAt(node, 'id')])),
  );
  return {
    nodes: all.filter((node) => !gone.has(textAt(node, 'id'))),
    edges: edges.filter((edge) => !gone.has(textAt(edge, 'from')) && !gone.has(textAt(edge, 'to'))),
    entry: textAt(entry, 'to'),
    exit:
      last[0] === undefined
        ? null
        : { node: textAt(last[0], 'from'), out: ownValue(last[0], 'out') },
  };
}

/** The node that gives on what led to the sub-workflow. */
function isArriving(node: JsonObject): boolean {
  const value = ownValue(objectAt(node, 'config'), 'value');
  return textAt(node, 'type') === 'transform' && value === '${trigger.previous}';
}

/** Whether the input says where it came from. */
function isHanded({ path: [first, second] }: Reference, input: Json): boolean {
  if (!isObject(input)) return false;
  if (first === 'trigger') return ownValue(input, 'trigger') === '${trigger}';
  const nodes = objectAt(input, 'nodes');
  return (
    first === 'nodes' && typeof second === 'string' && ownValue(nodes, second) === outputOf(second)
  );
}

function fromOutside(reference: Reference, input: Json): Reference {
  const { source, path } = reference;
  if (source.kind !== 'trigger' || !isHanded(reference, input)) return reference;
  const [first, second] = path;
  return first === 'nodes'
    ? { ...reference, source: { kind: 'node', node: String(second) }, path: path.slice(2) }
    : { ...reference, path: path.slice(1) };
}

interface Border {
  readonly id: string;
  readonly entry: string;
  readonly exit: InnerParts['exit'];
}

/** None if nothing in it leads there. */
function movedEdge(edge: JsonObject, { id, entry, exit }: Border): readonly JsonObject[] {
  if (textAt(edge, 'to') === id) return [withKey(edge, 'to', entry)];
  if (exit === null) return [];
  return [withKey(withKey(edge, 'from', exit.node), 'out', exit.out)];
}

function readsInner(definition: JsonObject, id: string, to: string): JsonObject {
  const renamed = (key: string) =>
    listAt(definition, key).map((part) =>
      mapTexts(part, (text) => renameNativeReferences(text, id, to)),
    );
  return withKey(withKey(definition, 'nodes', renamed('nodes')), 'edges', renamed('edges'));
}

function placesOf(inner: JsonObject, ids: readonly string[]): ReadonlyMap<string, Point> {
  const positions = objectAt(objectAt(inner, 'studio'), 'positions');
  return new Map(
    ids.flatMap((id) => {
      const point = readPoint(ownValue(positions, id));
      return point === null ? [] : [[id, point] as const];
    }),
  );
}
