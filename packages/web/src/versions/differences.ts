// What differs between two versions, as people read it: nodes by their names, settings by the titles of their fields.
import {
  compileDefinition,
  diffWorkflows,
  findNativeNode,
  type KnownTypes,
  type WorkflowDiff,
  nativeNames,
} from '@skein/dialects';
import type { Json, JsonObject } from '@skein/kernel';
import { isDuration, titleOf } from '../graph/forms/config-schema.ts';
import { writeDuration } from '../graph/forms/duration-text.ts';
import { textAt } from '../graph/own-keys.ts';

export interface Difference {
  readonly how: 'added' | 'removed' | 'changed';
  readonly name: string;
  /** What it is, in a word. */
  readonly kind: string;
  readonly fields: readonly FieldChange[];
}

export interface FieldChange {
  readonly label: string;
  /** Empty: it has none. */
  readonly before: string;
  readonly after: string;
}

/** Null: one of them cannot be read. */
export function differencesOf(
  older: Json,
  newer: Json,
  known: KnownTypes | undefined,
): readonly Difference[] | null {
  const before = compileDefinition(older, { ...known }).workflow;
  const after = compileDefinition(newer, { ...known }).workflow;
  if (before === null || after === null) return null;
  const diff = diffWorkflows({ before, after });
  // A node that is gone is called what it was called.
  const names = new Map([...nativeNames(before.nodes), ...nativeNames(after.nodes)]);
  return [
    ...(diff.workflow.length === 0
      ? []
      : [changed('Workflow', 'settings', diff.workflow.map(fieldOf))]),
    ...listed(diff.nodes, 'Steps', (node) => ({
      name: names.get(textAt(node, 'id')) ?? textAt(node, 'id'),
      kind: findNativeNode(textAt(node, 'type'))?.name ?? textAt(node, 'type'),
    })),
    ...listed(diff.edges, 'Edges', (edge) => ({ name: edgeName(edge, names), kind: 'edge' })),
  ];
}

type Named = Pick<Difference, 'name' | 'kind'>;

function listed(
  { added, removed, changed: altered, reordered }: WorkflowDiff['nodes'],
  all: string,
  nameOf: (item: JsonObject) => Named,
): readonly Difference[] {
  return [
    ...removed.map((item) => ({ how: 'removed' as const, ...nameOf(item), fields: [] })),
    ...added.map((item) => ({ how: 'added' as const, ...nameOf(item), fields: [] })),
    ...altered.map(({ before, changes }) => {
      const { name, kind } = nameOf(before);
      return changed(name, kind, changes.map(fieldOf));
    }),
    ...(reordered ? [changed(all, 'in another order', [])] : []),
  ];
}

function changed(name: string, kind: string, fields: readonly FieldChange[]): Difference {
  return { how: 'changed', name, kind, fields };
}

/** The settings of a node are in its `config`, which nobody has to know. */
function fieldOf({ path, before, after }: WorkflowDiff['workflow'][number]): FieldChange {
  const [first, ...rest] = path;
  const shown = first === 'config' && rest.length > 0 ? rest : path;
  const label = shown.map((part) => (typeof part === 'number' ? `${part + 1}` : titleOf(part)));
  const last = path.at(-1);
  const isTime = typeof last === 'string' && isDuration(last);
  return {
    label: label.join(' › '),
    before: valueWords(before, isTime),
    after: valueWords(after, isTime),
  };
}

function valueWords(value: Json | undefined, isTime: boolean): string {
  if (value === undefined) return '';
  if (isTime && typeof value === 'number') return writeDuration(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function edgeName(edge: JsonObject, names: ReadonlyMap<string, string>): string {
  const called = (key: 'from' | 'to') => names.get(textAt(edge, key)) ?? textAt(edge, key);
  const out = textAt(edge, 'out');
  return `${called('from')}${out === '' || out === 'output' ? '' : ` › ${out}`} → ${called('to')}`;
}
