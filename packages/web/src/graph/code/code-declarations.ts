// What code is given, as declarations
// For the editor of a code node: from the schemas where there are some, else from the values of the last run.
import {
  isObject,
  ownValue,
  parseTemplate,
  resolveTemplate,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import { listAt, objectAt, textAt } from '../own-keys.ts';
import type { Sketch, SketchEdge } from '../sketch.ts';
import type { LastValues } from '../variables/variables-at.ts';
import { commentOf, objectType, typeOfSchema, typeOfValues, type Field } from './type-text.ts';

export interface CodeTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Json;
}

export interface CodeWorld {
  readonly definition: JsonObject;
  readonly sketch: Sketch;
  readonly node: string;
  readonly config: JsonObject;
  readonly last: LastValues;
  /** The state of the last run. */
  readonly state: Json | undefined;
  /** All that the server has. */
  readonly tools: readonly CodeTool[];
}

export function codeDeclarations(world: CodeWorld): string {
  const { config, sketch, node } = world;
  const into = sketch.edges.filter(({ to, kind }) => to === node && kind === 'flow');
  const lines = [
    `declare const args: ${argsType(ownValue(config, 'args') ?? {}, world)};`,
    `declare const inputs: ${inputsType(into, world)};`,
    `declare const previous: ${outputTypes(into, world)};`,
    `declare const trigger: ${triggerType(world)};`,
    `declare const state: ${stateType(world)};`,
    `declare const tools: ${toolsType(config, world.tools)};`,
    consoleType,
  ];
  return `${lines.join('\n')}\n`;
}

const consoleType =
  'declare const console: Record<"log" | "info" | "warn" | "error" | "debug", (...values: unknown[]) => void>;';

/** Field by field, so that one without a value hides no other. */
function argsType(args: Json, world: CodeWorld): string {
  if (isObject(args))
    return objectType(
      Object.entries(args).map(([name, value]): Field => ({ name, type: argsType(value, world) })),
    );
  const { template } = parseTemplate(args);
  if (template.kind === 'reference') {
    const { source, path } = template.reference;
    // A whole value, whose type may be known without a run.
    if (source.kind === 'trigger' && path.length === 0) return triggerType(world);
    if (source.kind === 'node' && path.length === 0) return outputType(source.node, world);
  }
  const resolved = resolveTemplate(template, scopeOf(world));
  if (resolved.ok) return typeOfValues([resolved.value]);
  return template.kind === 'text' ? 'string' : 'any';
}

type Scope = Parameters<typeof resolveTemplate>[1];

function scopeOf({ last, sketch, node, state, definition }: CodeWorld): Scope {
  const into = sketch.edges.filter(({ to, kind }) => to === node && kind === 'flow');
  const values: JsonObject = isObject(state) ? state : objectAt(definition, 'state');
  const cameFrom = (edges: readonly SketchEdge[]) =>
    edges.map(({ from }) => ownValue(last.outputs, from)).find((value) => value !== undefined);
  const outputOf = (id: string, select: 'newest' | 'all' | number) => {
    const newest = ownValue(last.outputs, id);
    return select === 'all' && newest !== undefined ? [newest] : newest;
  };
  return {
    run: '',
    output: outputOf,
    status: () => undefined,
    outputId: () => undefined,
    trigger: () => last.input,
    inputs: () => Object.fromEntries(into.map((edge) => [portOf(edge), cameFrom([edge]) ?? null])),
    previous: () => cameFrom(into),
    context: () => undefined,
    state: (name) => (name === null ? values : ownValue(values, name)),
    now: () => 0,
    date: () => undefined,
    typesDefaults: true,
  };
}

function portOf(edge: SketchEdge): string {
  return edge.in === '' ? 'input' : edge.in;
}

function inputsType(into: readonly SketchEdge[], world: CodeWorld): string {
  const byPort = Map.groupBy(into, portOf);
  return objectType(
    [...byPort].map(([name, edges]): Field => ({ name, type: outputTypes(edges, world) })),
  );
}

function outputTypes(edges: readonly SketchEdge[], world: CodeWorld): string {
  const types = new Set(edges.map(({ from }) => outputType(from, world)));
  return types.size === 0 || types.has('any') ? 'any' : [...types].join(' | ');
}

/** What a node promises of its output, else what it was. */
function outputType(id: string, world: CodeWorld): string {
  const node = nodesOf(world).find((each) => textAt(each, 'id') === id) ?? {};
  if (textAt(node, 'type') === 'start') return triggerType(world);
  const schema = ownValue(objectAt(node, 'config'), 'schema');
  if (isObject(schema)) return typeOfSchema(schema);
  const value = ownValue(world.last.outputs, id);
  return value === undefined ? 'any' : typeOfValues([value]);
}

function triggerType(world: CodeWorld): string {
  const start = nodesOf(world).find((each) => textAt(each, 'type') === 'start') ?? {};
  const schema = ownValue(objectAt(start, 'config'), 'schema');
  if (isObject(schema)) return typeOfSchema(schema);
  const { input } = world.last;
  return input === undefined ? 'any' : typeOfValues([input]);
}

function nodesOf({ definition }: CodeWorld): readonly JsonObject[] {
  return listAt(definition, 'nodes').filter(isObject);
}

/** First values and those of the last run: a list that begins empty tells nothing about its items. */
function stateType({ definition, state }: CodeWorld): string {
  const first = ownValue(definition, 'state');
  if (!isObject(first)) return 'null';
  const now = isObject(state) ? state : {};
  return objectType(
    Object.entries(first).map(([name, value]): Field => ({
      name,
      type: typeOfValues([
        value,
        ...(Object.hasOwn(now, name) ? [ownValue(now, name) ?? null] : []),
      ]),
    })),
  );
}

function toolsType(config: JsonObject, tools: readonly CodeTool[]): string {
  const names = listAt(config, 'tools').filter((name) => typeof name === 'string');
  const members = names.map((name) => {
    const tool = tools.find((each) => each.name === name);
    const given = tool === undefined ? 'any' : typeOfSchema(tool.parameters);
    return `${commentOf(tool?.description ?? '')}${JSON.stringify(name)}(args: ${given}): Promise<any>`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
}
