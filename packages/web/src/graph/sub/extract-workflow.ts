// A selection as a sub-workflow
// The selected nodes become an embedded workflow, and one node that runs it takes their place: what led to them leads to it, and
// what they led to follows it. What they read from outside is its input.
//
// S1. What cannot be moved without changing what the workflow does is refused, with the reason in names.
// S2. Taking it apart again gives what was there before.
import { freeName, nodeNames } from '@skein/dialects';
import { isObject, ownValue, type Json, type JsonObject, type Reference } from '@skein/kernel';
import { renameNativeReferences } from '../edit/rename-native-references.ts';
import { mapTexts } from '../edit/rename-node.ts';
import { removeParts } from '../edit/remove-parts.ts';
import { takenIds } from '../edit/node-ids.ts';
import type { DocumentForm } from '../forms/document-form.ts';
import { freeId } from '../free-id.ts';
import { listAt, objectAt, textAt, withKey } from '../own-keys.ts';
import { readSketch } from '../read-sketch.ts';
import type { Point, Sketch, SketchEdge } from '../sketch.ts';
import { mapReferences, outputOf, referencesOf } from './map-references.ts';

export type Extracted =
  | { readonly definition: JsonObject; readonly id: string }
  /** Why it cannot be done. */
  | { readonly problem: string };

/** Those begin or end the run that they are in. */
const unmovable: ReadonlySet<string> = new Set(['start', 'end', 'stop', 'fail', 'respond']);

/** `positions`: where the cards are. */
export function extractWorkflow(
  form: DocumentForm,
  definition: JsonObject,
  { nodes, positions }: { readonly nodes: ReadonlySet<string>; readonly positions: Places },
): Extracted {
  const selection = selectionOf(form, definition, nodes);
  const problem = whyNot(selection);
  if (problem !== null) return { problem };
  const { entry, exit, outside, sketch } = selection;
  const id = freeId('sub-workflow', takenIds(form, definition));
  const name = freeName('Sub-workflow', new Set(sketch.nodes.map(({ title }) => title)));
  const input = inputOf(outside);
  const workflow = embedded(selection, { positions, entry, exit });
  const node: JsonObject = { id, type: 'subworkflow', name, config: { workflow, input } };
  const moved = movedEdges(selection, id);
  const rest = removeParts(form, definition, { nodes: [...nodes] });
  const renamed = exit === null ? rest : readsExit(rest, exit, id);
  const added = withKey(renamed, 'nodes', [...listAt(renamed, 'nodes'), node]);
  const joined = withKey(added, 'edges', [...listAt(added, 'edges'), ...moved]);
  const place = middleOf(nodes, positions);
  const placed = place === null ? joined : form.writePositions(joined, new Map([[id, place]]));
  return { definition: placed, id };
}

type Places = ReadonlyMap<string, Point>;

interface Selection {
  readonly form: DocumentForm;
  readonly definition: JsonObject;
  readonly sketch: Sketch;
  readonly nodes: ReadonlySet<string>;
  readonly names: ReadonlyMap<string, string>;
  readonly into: readonly SketchEdge[];
  readonly from: readonly SketchEdge[];
  readonly entry: string;
  /** Null if nothing follows the selection. */
  readonly exit: string | null;
  /** What its texts read that is not in it. */
  readonly outside: readonly Reference[];
}

function selectionOf(
  form: DocumentForm,
  definition: JsonObject,
  nodes: ReadonlySet<string>,
): Selection {
  const sketch = readSketch(form, definition);
  const into = sketch.edges.filter(({ from, to }) => !nodes.has(from) && nodes.has(to));
  const from = sketch.edges.filter((edge) => nodes.has(edge.from) && !nodes.has(edge.to));
  const inner = [...partsIn(definition, nodes)];
  const outside = referencesOf(inner)
    .map(({ reference }) => reference)
    .filter((reference) => isOutside(reference, nodes));
  return {
    form,
    definition,
    sketch,
    nodes,
    names: nodeNames(sketch.nodes),
    into,
    from,
    entry: into[0]?.to ?? '',
    exit: from[0]?.from ?? null,
    outside,
  };
}

/** The selected nodes, and the edges between them. */
function partsIn(definition: JsonObject, nodes: ReadonlySet<string>): readonly JsonObject[] {
  const own = listAt(definition, 'nodes').filter(isObject);
  return [...own.filter((node) => nodes.has(textAt(node, 'id'))), ...edgesIn(definition, nodes)];
}

function edgesIn(definition: JsonObject, nodes: ReadonlySet<string>): readonly JsonObject[] {
  return listAt(definition, 'edges')
    .filter(isObject)
    .filter((edge) => nodes.has(textAt(edge, 'from')) && nodes.has(textAt(edge, 'to')));
}

function isOutside({ source }: Reference, nodes: ReadonlySet<string>): boolean {
  if (source.kind === 'node') return !nodes.has(source.node);
  return source.kind === 'trigger' || source.kind === 'state' || source.kind === 'context';
}

function whyNot(selection: Selection): string | null {
  const { form, sketch, nodes, names, into, from } = selection;
  if (form.dialect !== 'native')
    return 'Only native workflows have sub-workflows: continue as native first.';
  const called = (id: string) => `"${names.get(id) ?? id}"`;
  const fixed = sketch.nodes.find(({ id, type }) => nodes.has(id) && unmovable.has(type));
  if (fixed !== undefined)
    return `${called(fixed.id)} begins or ends the run, so it cannot be in a sub-workflow. Leave it out.`;
  if ([...into, ...from].some(({ kind }) => kind === 'subagent'))
    return 'An agent and its subagents stay together: select all of them.';
  if (into.length !== 1)
    return into.length === 0
      ? 'Nothing leads to the selection: one edge must.'
      : `One edge must lead to the selection, but ${into.length} do: to ${listOf(into.map(({ to }) => called(to)))}.`;
  const exits = new Set(from.map((edge) => edge.from));
  if (exits.size > 1)
    return `Only one node may lead out of the selection, but ${listOf([...exits].map(called))} do.`;
  const [exit] = exits;
  const ports = sketch.nodes.find(({ id }) => id === exit)?.ports.length ?? 1;
  if (exit !== undefined && ports > 1)
    return `${called(exit)} has several outcomes, and a sub-workflow has one. Select what follows it too, or leave it out.`;
  return unreadable(selection, called) ?? namedElsewhere(selection, called);
}

function listOf(words: readonly string[]): string {
  return [...new Set(words)].join(' and ');
}

type Called = (id: string) => string;

/** What the selection reads that cannot be handed to it. */
function unreadable({ definition, nodes }: Selection, called: Called): string | null {
  for (const { reference, isInExpression } of referencesOf([...partsIn(definition, nodes)])) {
    const { source, select } = reference;
    if (!isOutside(reference, nodes)) continue;
    if (source.kind === 'state' || source.kind === 'context')
      return 'The selection reads the state or the conversation of this run, which a sub-workflow does not have.';
    if (isInExpression)
      return `An expression of the selection reads ${source.kind === 'node' ? called(source.node) : 'the run input'}, which is outside. Put it into a reference first.`;
    if (select !== 'newest')
      return 'The selection reads older outputs or the status of a node outside of it.';
  }
  return null;
}

/** What the rest reads or names of the selection, besides the output of the node that leads out of it. */
function namedElsewhere(selection: Selection, called: Called): string | null {
  const { definition, nodes, exit } = selection;
  const own = new Set<Json>(partsIn(definition, nodes));
  const rest = [...listAt(definition, 'nodes'), ...listAt(definition, 'edges')].filter(
    (part) => !own.has(part),
  );
  for (const { reference } of referencesOf(rest)) {
    const { source, select } = reference;
    if (source.kind !== 'node' || !nodes.has(source.node)) continue;
    if (source.node !== exit || select === 'status')
      return `${called(source.node)} is read outside of the selection. Select what reads it too.`;
  }
  const cancelled = rest.flatMap((part) => (isObject(part) ? listAt(part, 'cancels') : []));
  const named = [
    ...listAt(definition, 'entry'),
    ownValue(objectAt(definition, 'policy'), 'onLimit') ?? null,
    ...cancelled,
    ...[...listAt(definition, 'triggers'), ownValue(definition, 'trigger') ?? null].map((each) =>
      isObject(each) ? textAt(each, 'start') : null,
    ),
  ].find((id) => typeof id === 'string' && nodes.has(id));
  return typeof named === 'string'
    ? `${called(named)} is named by another setting of the workflow. Remove that first.`
    : null;
}

/** `previous` alone where nothing else is read. */
function inputOf(outside: readonly Reference[]): Json {
  if (outside.length === 0) return '${previous}';
  const read = new Set(
    outside.flatMap(({ source }) => (source.kind === 'node' ? [source.node] : [])),
  );
  const handed: { [key: string]: Json } = { previous: '${previous}' };
  if (outside.some(({ source }) => source.kind === 'trigger')) handed['trigger'] = '${trigger}';
  if (read.size > 0)
    handed['nodes'] = Object.fromEntries([...read].map((id) => [id, outputOf(id)]));
  return handed;
}

interface Ends {
  readonly positions: Places;
  readonly entry: string;
  readonly exit: string | null;
}

/** Start, what arrives, the selected nodes, end. */
function embedded(selection: Selection, { positions, entry, exit }: Ends): JsonObject {
  const { definition, nodes, outside } = selection;
  const taken = new Set(nodes);
  const fresh = (wanted: string) => {
    const id = freeId(wanted, taken);
    taken.add(id);
    return id;
  };
  const [start, input, end] = [fresh('start'), fresh('input'), fresh('end')];
  const isPlain = outside.length === 0;
  const inner = listAt(definition, 'nodes').filter(
    (node) => isObject(node) && nodes.has(textAt(node, 'id')),
  );
  const handed = (part: Json) => mapReferences(part, (reference) => fromInput(reference, nodes));
  const arriving: JsonObject = {
    id: input,
    type: 'transform',
    name: 'Input',
    config: { value: '${trigger.previous}' },
  };
  const arrivals = isPlain ? [] : [arriving];
  const begins: readonly JsonObject[] = [{ id: start, type: 'start', name: 'Start' }];
  const ends = exit === null ? [] : [{ id: end, type: 'end', name: 'End' }];
  const edges = edgesIn(definition, nodes).map(handed);
  const into: readonly JsonObject[] = isPlain
    ? [{ from: start, to: entry }]
    : [
        { from: start, to: input },
        { from: input, to: entry },
      ];
  return {
    name: 'Sub-workflow',
    nodes: [...begins, ...arrivals, ...inner.map(handed), ...ends],
    edges: exit === null ? [...into, ...edges] : [...into, ...edges, { from: exit, to: end }],
    studio: { positions: Object.fromEntries(placesIn(nodes, positions)) },
  };
}

function placesIn(nodes: ReadonlySet<string>, positions: Places): readonly [string, Json][] {
  return [...nodes].flatMap((id): [string, Json][] => {
    const point = positions.get(id);
    return point === undefined ? [] : [[id, { x: point.x, y: point.y }]];
  });
}

/** What was outside is in the input of the sub-workflow. */
function fromInput(reference: Reference, nodes: ReadonlySet<string>): Reference {
  const { source, path } = reference;
  if (!isOutside(reference, nodes)) return reference;
  const way = source.kind === 'node' ? ['nodes', source.node] : ['trigger'];
  return { ...reference, source: { kind: 'trigger' }, path: [...way, ...path] };
}

/** The edges that crossed the border, at the node that takes the place of the selection. */
function movedEdges({ definition, nodes }: Selection, id: string): readonly JsonObject[] {
  return listAt(definition, 'edges')
    .filter(isObject)
    .flatMap((edge) => {
      const [isFrom, isTo] = [nodes.has(textAt(edge, 'from')), nodes.has(textAt(edge, 'to'))];
      if (isFrom === isTo) return [];
      return [
        isTo ? withKey(edge, 'to', id) : withKey(withKey(edge, 'from', id), 'out', undefined),
      ];
    });
}

/** Whoever read the node that led out of the selection reads the sub-workflow. */
function readsExit(definition: JsonObject, exit: string, id: string): JsonObject {
  const renamed = (key: string) =>
    listAt(definition, key).map((part) =>
      mapTexts(part, (text) => renameNativeReferences(text, exit, id)),
    );
  return withKey(withKey(definition, 'nodes', renamed('nodes')), 'edges', renamed('edges'));
}

function middleOf(nodes: ReadonlySet<string>, positions: Places): Point | null {
  const points = [...nodes].flatMap((id) => positions.get(id) ?? []);
  if (points.length === 0) return null;
  const between = (values: readonly number[]) =>
    Math.round((Math.min(...values) + Math.max(...values)) / 2);
  return { x: between(points.map(({ x }) => x)), y: between(points.map(({ y }) => y)) };
}
