// The JSON schema of definitions in one project: that of the format, with the names that exist here.
import { nativeJsonSchema } from '@skein/dialects';
import { isObject, ownValue, textOf, type Json, type JsonObject } from '@skein/kernel';
import type { ProjectNames } from './project-types.ts';

export function projectSchema({
  workflows,
  functions,
  tools,
  nodeTypes,
}: ProjectNames): JsonObject {
  const schema = nativeJsonSchema();
  const defs = partOf(schema, '$defs');
  const node = partOf(defs, 'node');
  const settings = new Map<string, Readonly<Record<string, readonly string[]>>>([
    ['function', { name: functions }],
    ['tool', { tool: tools }],
    ['subworkflow', { workflow: workflows }],
    ['map', { workflow: workflows }],
  ]);
  const rules = partsOf(node, 'allOf').map((rule) => {
    const known = settings.get(ruleType(rule));
    return known === undefined ? rule : withNames(rule, known);
  });
  const properties = { ...partOf(node, 'properties'), type: typeSchema(node, nodeTypes) };
  return {
    ...schema,
    title: 'Skein workflow of this project',
    $defs: { ...defs, node: { ...node, properties, allOf: rules } },
  };
}

/** Native types and those of this project; no others are known here. */
function typeSchema(node: JsonObject, own: readonly string[]): Json {
  const type = partOf(partOf(node, 'properties'), 'type');
  const native = ownValue(partsOf(type, 'anyOf')[0] ?? {}, 'enum');
  return {
    description: type['description'] ?? '',
    enum: [...(Array.isArray(native) ? native : []), ...own],
  };
}

function ruleType(rule: JsonObject): string {
  const type = partOf(partOf(partOf(rule, 'if'), 'properties'), 'type');
  return textOf(type['const'] ?? '');
}

/** The rule of a node type, with the texts that these settings may be. */
function withNames(
  rule: JsonObject,
  known: Readonly<Record<string, readonly string[]>>,
): JsonObject {
  const then = partOf(rule, 'then');
  const config = partOf(partOf(then, 'properties'), 'config');
  const settings: Record<string, Json> = { ...partOf(config, 'properties') };
  for (const [name, names] of Object.entries(known)) settings[name] = named(settings[name], names);
  return {
    ...rule,
    // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON schema; nobody awaits a schema
    then: { ...then, properties: { config: { ...config, properties: settings } } },
  };
}

/** One of these, or a text with a reference, which is known only in a run. */
function named(setting: Json | undefined, names: readonly string[]): Json {
  const before = isObject(setting) ? setting : {};
  const known = {
    anyOf: [{ not: { type: 'string' } }, { enum: [...names] }, { pattern: '\\$\\{' }],
  };
  return { allOf: [before, known], description: before['description'] ?? '' };
}

function partOf(schema: JsonObject, key: string): JsonObject {
  const part = ownValue(schema, key);
  return isObject(part) ? part : {};
}

function partsOf(schema: JsonObject, key: string): readonly JsonObject[] {
  const parts = ownValue(schema, key);
  return Array.isArray(parts) ? parts.filter(isObject) : [];
}
