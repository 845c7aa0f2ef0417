// The JSON schema of definitions in one project: that of the format, with the names that exist here.
import { nativeJsonSchema } from '@skein/dialects';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import type { ProjectNames } from './project-types.ts';

export function projectSchema({
  workflows,
  functions,
  tools,
  nodeTypes,
}: ProjectNames): JsonObject {
  const schema = nativeJsonSchema();
  const defs = schema['$defs'] as JsonObject;
  const node = defs['node'] as JsonObject;
  const settings = new Map<string, Readonly<Record<string, readonly string[]>>>([
    ['function', { name: functions }],
    ['tool', { tool: tools }],
    ['subworkflow', { workflow: workflows }],
    ['map', { workflow: workflows }],
  ]);
  const rules = (node['allOf'] as readonly JsonObject[]).map((rule) => {
    const known = settings.get(ruleType(rule));
    return known === undefined ? rule : withNames(rule, known);
  });
  const properties = { ...(node['properties'] as JsonObject), type: typeSchema(node, nodeTypes) };
  return {
    ...schema,
    title: 'Skein workflow of this project',
    $defs: { ...defs, node: { ...node, properties, allOf: rules } },
  };
}

/** Native types and those of this project; no others are known here. */
function typeSchema(node: JsonObject, own: readonly string[]): Json {
  const { type } = node['properties'] as { readonly type: JsonObject };
  const [native] = type['anyOf'] as readonly [{ readonly enum: readonly string[] }];
  return { description: type['description'] ?? '', enum: [...native.enum, ...own] };
}

function ruleType(rule: JsonObject): string {
  const { if: condition } = rule as { readonly if: { properties: { type: { const: string } } } };
  return condition.properties.type.const;
}

/** The rule of a node type, with the texts that these settings may be. */
function withNames(
  rule: JsonObject,
  known: Readonly<Record<string, readonly string[]>>,
): JsonObject {
  const { then } = rule as { readonly then: JsonObject };
  const { config } = then['properties'] as { readonly config: JsonObject };
  const settings = { ...(config['properties'] as Record<string, Json>) };
  for (const [name, names] of Object.entries(known)) settings[name] = named(settings[name], names);
  // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON schema; nobody awaits a schema
  return {
    ...rule,
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
