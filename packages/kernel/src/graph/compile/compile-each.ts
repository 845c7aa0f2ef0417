// Nodes that work on every item of a list (SPEC K1250)
import { pointer, type EachSettings, type WorkflowNode } from '../../definition.ts';
import type { Json } from '../../json.ts';
import { isExpression, type Template, type TextPart } from '../../references/template.ts';
import { parseTemplate } from '../../templates/parse-template.ts';
import type { GraphEach, GraphNode } from '../graph.ts';
import type { NodeKind } from '../node-kind.ts';
import type { Compilation } from './compilation.ts';
import { notePlace } from './note-place.ts';
import { quoted } from './quoted.ts';

/** What the config of a node with `each`, and the cases of a partition, can read of the current item. */
export const ITEM_NAMES = ['item', 'index'] as const;

export function compileEach(
  compilation: Compilation,
  { each, config: written = {} }: WorkflowNode,
  {
    kind,
    index,
    config,
  }: { readonly kind: NodeKind; readonly index: number; readonly config: Template },
): GraphEach | null {
  if (each === undefined) return null;
  if (!canHaveEach(kind, written)) {
    compilation.diagnostics.push({
      code: 'EACH_NOT_POSSIBLE',
      severity: 'error',
      pointer: pointer('nodes', index, 'each'),
      message: `A node of type ${quoted(kind.type)}${kind.type === 'code' ? ' with ports of its own' : ''} cannot have "each".`,
      hint: 'Use it on transform, data, code, http, llm, agent, tool, function, store or subworkflow; "map" runs a whole workflow per item, and "partition" sends items different ways.',
    });
    return null;
  }
  const { items, concurrency = 1, onError = 'fail' } = settingsOf(each);
  const path = isSettings(each) ? ['each', 'items'] : ['each'];
  return {
    items: compileItems(compilation, items, { index, path }),
    concurrency,
    onError,
    ...splitConfig(config),
  };
}

function canHaveEach({ type, mode, asks }: NodeKind, config: { readonly ports?: Json }): boolean {
  if (type === 'code' && config.ports !== undefined) return false;
  if (mode === 'execute') return asks === undefined;
  return mode === 'transform' || mode === 'subworkflow';
}

function settingsOf(each: NonNullable<WorkflowNode['each']>): EachSettings {
  return isSettings(each) ? each : { items: each };
}

function isSettings(each: NonNullable<WorkflowNode['each']>): each is EachSettings {
  return typeof each === 'object' && !Array.isArray(each);
}

function compileItems(
  compilation: Compilation,
  items: Json,
  { index, path }: { readonly index: number; readonly path: readonly string[] },
): Template {
  const { template, problems } = parseTemplate(items);
  for (const { message, hint, code = 'BAD_REFERENCE', path: inside } of problems) {
    const where = pointer('nodes', index, ...path, ...inside);
    compilation.diagnostics.push({ code, severity: 'error', pointer: where, message, hint });
  }
  notePlace(compilation, template, { node: index, path });
  return template;
}

/** What reads no item is resolved once, however many there are. */
function splitConfig(config: Template): Pick<GraphEach, 'shared' | 'own'> {
  if (config.kind !== 'object') return { shared: config, own: nothing };
  const own = config.entries.filter(([, value]) => readsItem(value));
  const shared = config.entries.filter(([, value]) => !readsItem(value));
  return { shared: { kind: 'object', entries: shared }, own: { kind: 'object', entries: own } };
}

const nothing: Template = { kind: 'constant', value: {} };

function readsItem(template: Template): boolean {
  switch (template.kind) {
    case 'constant':
      return false;
    case 'reference':
      return partReadsItem(template.reference);
    case 'expression':
      return partReadsItem(template.expression);
    case 'text':
      return template.parts.some(partReadsItem);
    case 'list':
      return template.items.some(readsItem);
    case 'object':
      return template.entries.some(([, value]) => readsItem(value));
  }
}

function partReadsItem(part: TextPart): boolean {
  if (typeof part === 'string') return false;
  // Its parameters are not among its references; to resolve it once too often costs time only.
  if (isExpression(part)) return ITEM_NAMES.some((name) => part.text.includes(name));
  const { source, default: fallback } = part;
  return source.kind === 'local' || (typeof fallback === 'object' && partReadsItem(fallback));
}

/** Null: an empty list is like any value. */
export function compileWhenEmpty(
  { whenEmpty }: WorkflowNode,
  { kind, each }: { readonly kind: NodeKind; readonly each: GraphEach | null },
): GraphNode['whenEmpty'] {
  if (whenEmpty === undefined) return each === null ? (kind.whenEmpty ?? null) : 'skip';
  return whenEmpty === 'fire' ? null : whenEmpty;
}
