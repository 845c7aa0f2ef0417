// Apps and everything else without an entry of its own: a tool that someone binds
// The node calls a tool by name, with the parameters of n8n as its arguments. What the tool does is up to who binds it: an MCP server,
// an operation of an OpenAPI document or a function.
import { isObject, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { allBelow } from '../context/helpers-of.ts';
import type { Conversion } from '../context/conversion.ts';
import { itemsOf, withItems } from '../context/list-nodes.ts';
import { filesTemplate, worksOnFiles } from '../context/item-files.ts';
import type { NodeContext } from '../context/node-context.ts';
import type { Piece } from '../context/piece.ts';
import { eachItem } from '../context/scope-of.ts';
import { appDefaults, appPiece } from '../apps/apps.ts';
import { hostPiece } from '../apps/host-tools.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';
import type { NodeConverter } from './node-converter.ts';

export const vendorConverter: NodeConverter = {
  words: eachItem,
  hard: 'before',
  convert: convertVendor,
};

export function convertVendor(context: NodeContext): Piece {
  const ready = appPiece(context) ?? hostPiece(context);
  if (ready !== null) return ready;
  const tool = bindTool(context.conversion, context.node);
  sayBinding(context, tool);
  const args = argumentsOf(context);
  return withItems(
    context,
    { type: 'tool', config: { tool, args } },
    itemsOf('previous', 'entry.results[0].result'),
  );
}

/** What n8n needs to draw its forms, and no tool ever reads. */
const FORM_KEYS: ReadonlySet<string> = new Set([
  'schema',
  'cachedResultName',
  'cachedResultUrl',
  '__rl',
]);

/** The parameters, with choices from lists as the values that were chosen. */
function argumentsOf(context: NodeContext): Json {
  const { template } = context;
  const own = plainParameters(context.node.parameters);
  if (!isObject(own)) return template(own);
  const args = template(withHelpers(context, own));
  return worksOnFiles(context) && isObject(args)
    ? { ...args, files: filesTemplate(context) }
    : args;
}

function withHelpers({ node, conversion }: NodeContext, own: JsonObject): Json {
  const helpers = allBelow(conversion.workflow, node);
  if (helpers.length === 0) return own;
  const below: { [name: string]: Json } = {};
  for (const helper of helpers) {
    setOwn(below, helper.name, {
      type: helper.type,
      parameters: plainParameters(helper.parameters),
    });
  }
  return { ...own, helpers: below };
}

function plainParameters(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => plainParameters(item));
  if (!isObject(value)) return value;
  if (value['__rl'] === true) return value['value'] ?? '';
  const result: { [key: string]: Json } = {};
  for (const [key, held] of Object.entries(value)) {
    if (!FORM_KEYS.has(key)) setOwn(result, key, plainParameters(held));
  }
  return result;
}

/** Notes the tool among those to be bound, and gives its name. */
export function bindTool({ bindings }: Conversion, node: N8nNode): string {
  const tool = toolName(node);
  const known = bindings.get(tool);
  const title = titleOf(node);
  const nodes = [...(known?.nodes ?? []), node.name];
  bindings.set(tool, { tool, title, nodes, parameters: parametersOf(node, known?.parameters) });
  return tool;
}

/** `googleSheets-append`: the app, and what is done there. */
function toolName(node: N8nNode): string {
  const { app, resource, operation } = wordsOf(node);
  const name = [app, resource, operation].filter((word) => word !== '').join('-');
  return name.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64);
}

function titleOf(node: N8nNode): string {
  const { app, resource, operation } = wordsOf(node);
  const done = [operation, resource].filter((word) => word !== '').join(' ');
  const spaced = app.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  const title = spaced.charAt(0).toUpperCase() + spaced.slice(1);
  return done === '' ? title : `${title}: ${done}`;
}

function wordsOf({ type, parameters }: N8nNode): {
  readonly app: string;
  readonly resource: string;
  readonly operation: string;
} {
  const word = (key: string): string => {
    const value = parameters[key];
    return typeof value === 'string' && !value.startsWith('=') ? value : '';
  };
  const app = (type === '' ? 'node' : type).replace(/^.*\./, '').replace(/Tool$/, '');
  const known = appDefaults(app);
  const resource = word('resource');
  const usual = known?.defaults[resource || known.resource] ?? '';
  return { app, resource, operation: word('operation') || usual };
}

/** The arguments that the workflow gives it; all are optional, because another node may leave some out. */
function parametersOf(node: N8nNode, known: JsonObject | undefined): JsonObject {
  const before = isObject(known?.['properties']) ? known['properties'] : {};
  const properties: { [key: string]: Json } = { ...before };
  for (const [key, value] of Object.entries(node.parameters))
    setOwn(properties, key, schemaOf(value));
  return { type: 'object', properties };
}

function schemaOf(value: Json): Json {
  if (Array.isArray(value)) return { type: 'array' };
  if (isObject(value)) return value['__rl'] === true ? {} : { type: 'object' };
  if (typeof value === 'string' && value.startsWith('=')) return {};
  return value === null ? {} : { type: typeof value };
}

export function sayBinding({ node, lose }: NodeContext, tool: string): void {
  lose({
    kind: 'binding',
    message: `"${node.name}" is ${titleOf(node)}: bind the tool "${tool}" to an MCP server, an OpenAPI operation or a function.`,
    hint: 'docs/tools.md tells how tools are offered; their credentials are secrets of the host.',
  });
}
