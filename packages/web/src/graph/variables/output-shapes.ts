// What nodes give, before any run
// From their settings, the schemas of tools and functions, and what the nodes before them give.
import {
  isNativeType,
  isObject,
  ownValue,
  parseTemplate,
  type Json,
  type JsonObject,
  type NativeType,
  type Reference,
} from '@skein/kernel';
import { isList, listAt, objectAt, textAt } from '../own-keys.ts';
import type { Sketch } from '../sketch.ts';
import {
  listShape,
  mergedShape,
  numberShape,
  recordShape,
  shapeAt,
  shapeOfSchema,
  shapeOfValue,
  textShape,
  unknownShape,
  type KnownShape,
} from './known-shape.ts';

/** What the server says about the results of what it has registered, by name. */
export interface KnownResults {
  readonly tools: ReadonlyMap<string, Json>;
  readonly functions: ReadonlyMap<string, Json>;
}

export interface OutputShapes {
  /** What the run gives. */
  readonly outcome: () => KnownShape;
  /** What a node gives. */
  readonly output: (node: string) => KnownShape;
  /** What arrives at a node, over one port or over all. */
  readonly arriving: (node: string, port?: string) => KnownShape;
  /** What the workflow that stands inside a node gets as its input. */
  readonly given: (node: string) => KnownShape;
  /** The input of the run. */
  readonly trigger: KnownShape;
  readonly state: KnownShape;
}

interface ShapeWorld {
  readonly definition: JsonObject;
  readonly sketch: Sketch;
  readonly results: KnownResults;
  /** The workflows that nodes run, by their ids, in the native format. */
  readonly workflows?: ReadonlyMap<string, JsonObject>;
  /** The input of the run, where the start does not say it. */
  readonly given?: KnownShape;
  /** Of such a workflow; without it nothing is known about what they give. */
  readonly sketchOf?: (definition: JsonObject) => Sketch;
}

/** Workflows run workflows, and one may run itself: a picker looks no further into them. */
const insideMax = 3;

export function outputShapes(world: ShapeWorld, inside = 0): OutputShapes {
  const { definition, sketch, results } = world;
  const written = new Map(
    listAt(definition, 'nodes')
      .filter(isObject)
      .map((node) => [textAt(node, 'id'), node]),
  );
  const found = new Map<string, KnownShape>();
  const output = (id: string): KnownShape => {
    const known = found.get(id);
    if (known !== undefined) return known;
    // A loop: what it gives depends on itself.
    found.set(id, unknownShape);
    const shape = shapeOfNode(id);
    found.set(id, shape);
    return shape;
  };
  const shapeOfNode = (id: string): KnownShape => {
    const node = written.get(id) ?? {};
    const type = textAt(node, 'type');
    if (!isNativeType(type)) return unknownShape;
    const shape = shapes[type]({
      config: objectAt(node, 'config'),
      results,
      outcomeOf: (workflow) => outcomeOf(world, workflow, inside + 1),
      input: () => arriving(id),
      ports: () => portsOf(sketch, id).map((port) => [port, arriving(id, port)] as const),
      of: (value) => shapeOfTemplate(value, (reference) => shapeOfReference(reference, id)),
    });
    return ownValue(node, 'each') === undefined ? shape : listShape(shape);
  };
  const arriving = (id: string, port?: string): KnownShape => {
    const lines = sketch.edges.filter(
      (edge) => edge.to === id && edge.kind === 'flow' && (port === undefined || edge.in === port),
    );
    const given = [...new Set(lines.map(({ from }) => from))].map((from) => passedOn(from));
    return given.length === 0 ? unknownShape : given.reduce(mergedShape);
  };
  // An approval answers, but sends on what it got.
  const passedOn = (id: string) =>
    textAt(written.get(id) ?? {}, 'type') === 'approval' ? arriving(id) : output(id);
  const start = [...written.values()].find((node) => textAt(node, 'type') === 'start');
  const schema = ownValue(objectAt(start ?? {}, 'config'), 'schema');
  const trigger = schema === undefined ? (world.given ?? unknownShape) : shapeOfSchema(schema);
  const state = shapeOfValue(objectAt(definition, 'state'));
  const shapeOfReference = ({ source, path, select }: Reference, at: string): KnownShape => {
    if (source.kind === 'node' && select === 'newest') return shapeAt(output(source.node), path);
    if (source.kind === 'trigger') return shapeAt(trigger, path);
    if (source.kind === 'previous') return shapeAt(arriving(at), path);
    if (source.kind === 'state') return shapeAt(state, path);
    return unknownShape;
  };
  const outcome = () => {
    const ends = [...written].filter(([, node]) => textAt(node, 'type') === 'end');
    if (ends.length > 0) return ends.map(([id]) => output(id)).reduce(mergedShape);
    const leaves = sketch.nodes.filter(({ id }) => !sketch.edges.some(({ from }) => from === id));
    const [only, ...others] = leaves;
    return only === undefined || others.length > 0 ? unknownShape : passedOn(only.id);
  };
  const given = (id: string): KnownShape => {
    const node = written.get(id) ?? {};
    const config = objectAt(node, 'config');
    const of = (key: string) =>
      shapeOfTemplate(ownValue(config, key), (reference) => shapeOfReference(reference, id));
    if (textAt(node, 'type') !== 'map')
      return Object.hasOwn(config, 'input') ? of('input') : arriving(id);
    const record = { item: shapeAt(of('items'), [0]), index: numberShape };
    return recordShape(Object.hasOwn(config, 'with') ? { ...record, with: of('with') } : record);
  };
  return { outcome, output, arriving, given, trigger, state };
}

/** What a run of another workflow gives: of one that stands in the definition, or of a stored one. */
function outcomeOf(world: ShapeWorld, workflow: Json | undefined, inside: number): KnownShape {
  const { workflows, sketchOf } = world;
  const found = typeof workflow === 'string' ? workflows?.get(workflow) : workflow;
  if (sketchOf === undefined || !isObject(found) || inside > insideMax) return unknownShape;
  const { given: _, ...others } = world;
  return outputShapes({ ...others, definition: found, sketch: sketchOf(found) }, inside).outcome();
}

export function portsOf({ edges }: Sketch, node: string): readonly string[] {
  const into = edges.filter((edge) => edge.to === node && edge.kind === 'flow');
  return [...new Set(into.map((edge) => edge.in))].filter((port) => port !== '');
}

interface ShapedNode {
  readonly config: JsonObject;
  readonly results: KnownResults;
  readonly input: () => KnownShape;
  readonly ports: () => readonly (readonly [string, KnownShape])[];
  /** Of a run of another workflow. */
  readonly outcomeOf: (workflow: Json | undefined) => KnownShape;
  /** Of a setting with references in it. */
  readonly of: (value: Json | undefined) => KnownShape;
}

type ShapeOf = (node: ShapedNode) => KnownShape;

const sameAsInput: ShapeOf = ({ input }) => input();
const nothing: ShapeOf = () => unknownShape;
const modelShape: ShapeOf = ({ config }) => {
  const schema = ownValue(config, 'schema');
  return isObject(schema) ? shapeOfSchema(schema) : textShape;
};

const shapes: Readonly<Record<NativeType, ShapeOf>> = {
  start: ({ config }) => shapeOfSchema(ownValue(config, 'schema')),
  function: ({ config, results }) => shapeOfSchema(results.functions.get(textAt(config, 'name'))),
  code: ({ config }) => shapeOfSchema(ownValue(config, 'schema')),
  transform: ({ config, of }) => of(ownValue(config, 'value')),
  data: ({ config, of, input }) => {
    const from = ownValue(config, 'from');
    const rows = from === undefined ? input() : of(from);
    // Steps may change the fields of rows; that it is a list of them stays.
    return listAt(config, 'steps').some((step) => !keepsFields(step))
      ? listShape(unknownShape)
      : rows;
  },
  llm: modelShape,
  agent: (node) =>
    textAt(node.config, 'turns') === 'one'
      ? recordShape({ text: textShape, toolCalls: listShape(unknownShape), next: textShape })
      : modelShape(node),
  tool: ({ config, results }) => {
    const result = shapeOfSchema(results.tools.get(textAt(config, 'tool')));
    const call = recordShape({ name: textShape, result });
    return recordShape({ results: listShape(call), last: textShape });
  },
  http: ({ config }) => {
    if (ownValue(config, 'full') === true)
      return recordShape({ status: numberShape, headers: recordShape({}), body: unknownShape });
    const response = textAt(config, 'response');
    return response === 'text' ? textShape : unknownShape;
  },
  store: ({ config }) => {
    const does = textAt(config, 'do');
    if (does === 'get') return recordShape({ value: unknownShape, revision: numberShape });
    return does === 'list' ? recordShape({ items: listShape(unknownShape) }) : unknownShape;
  },
  set: sameAsInput,
  if: sameAsInput,
  switch: sameAsInput,
  partition: nothing,
  map: ({ config, outcomeOf: gives }) => {
    const value = gives(ownValue(config, 'workflow'));
    const error = recordShape({ code: textShape, message: textShape });
    return listShape(
      textAt(config, 'failures') === 'collect'
        ? recordShape({ ok: shapeOfValue(true), value, error })
        : value,
    );
  },
  // What another version gives is not looked up.
  subworkflow: ({ config, outcomeOf: gives }) =>
    textAt(config, 'version') === '' ? gives(ownValue(config, 'workflow')) : unknownShape,
  delay: sameAsInput,
  approval: ({ config }) =>
    mergedShape(
      recordShape({ decision: textShape, note: textShape }),
      shapeOfSchema(ownValue(config, 'schema')),
    ),
  input: ({ config }) => shapeOfSchema(ownValue(config, 'schema')),
  event: nothing,
  emit: sameAsInput,
  respond: sameAsInput,
  join: ({ ports, input }) => {
    const named = ports();
    return named.length === 0 ? input() : recordShape(Object.fromEntries(named));
  },
  fail: nothing,
  stop: nothing,
  end: ({ config, of, input }) => {
    const value = ownValue(config, 'value');
    return value === undefined ? input() : of(value);
  },
};

const fieldsKept: ReadonlySet<string> = new Set(['filter', 'sort', 'limit', 'dedupe']);

function keepsFields(step: Json): boolean {
  return isObject(step) && fieldsKept.has(textAt(step, 'op'));
}

/** Of a value that a node builds: its own fields, and those of what it refers to. */
function shapeOfTemplate(
  value: Json | undefined,
  shapeOf: (reference: Reference) => KnownShape,
): KnownShape {
  if (value === undefined) return unknownShape;
  if (isList(value)) return listShape(shapeOfTemplate(value[0], shapeOf));
  if (isObject(value)) {
    const fields = Object.entries(value).map(
      ([key, child]) => [key, shapeOfTemplate(child, shapeOf)] as const,
    );
    return { type: 'object', fields: new Map(fields) };
  }
  const { template } = parseTemplate(value);
  if (template.kind === 'reference') return shapeOf(template.reference);
  if (template.kind === 'constant') return shapeOfValue(template.value);
  return typeof value === 'string' && !value.startsWith('${=') ? textShape : unknownShape;
}
