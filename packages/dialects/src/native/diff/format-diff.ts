// A diff in words
// `+` added, `-` removed, `~` changed; one line each, the changed keys below. Ids and values are quoted where they hold
// anything but plain words, so a definition cannot write to the terminal.
import type { Json, JsonObject } from '@skein/kernel';
import { inertText, plainWord, shorten } from '../../diagnostics/inert-text.ts';
import type { Change, ListDiff, WorkflowDiff } from './diff-workflows.ts';

/** `names`: what nodes are called, by their ids; the ids by default. */
export function formatDiff(diff: WorkflowDiff, names?: ReadonlyMap<string, string>): string {
  if (diff.equal) return 'No difference, apart perhaps from layout and key order.\n';
  const lines = [
    ...diff.workflow.map((change) => `~ ${formatChange(change)}`),
    ...formatList(diff.nodes, 'node', (node) => nodeName(node, names)),
    ...formatList(diff.edges, 'edge', (edge) => edgeName(edge, names)),
  ];
  return `${lines.join('\n')}\n`;
}

function formatList(
  list: ListDiff,
  what: 'node' | 'edge',
  nameOf: (item: JsonObject) => string,
): readonly string[] {
  return [
    ...list.removed.map((item) => `- ${what} ${nameOf(item)}`),
    ...list.added.map((item) => `+ ${what} ${nameOf(item)}`),
    ...list.changed.flatMap(({ before, changes }) => [
      `~ ${what} ${nameOf(before)}`,
      ...changes.map((change) => `    ${formatChange(change)}`),
    ]),
    ...(list.reordered ? [`~ the order of the ${what}s`] : []),
  ];
}

function formatChange({ path, before, after }: Change): string {
  const place = path.map((part) => plainWord(String(part))).join('.');
  if (before === undefined) return `${place}: added ${formatValue(after)}`;
  if (after === undefined) return `${place}: removed ${formatValue(before)}`;
  return `${place}: ${formatValue(before)} → ${formatValue(after)}`;
}

type Names = ReadonlyMap<string, string> | undefined;

function nodeName(node: JsonObject, names: Names): string {
  return `${calledIn(names, node['id'])} (${wordOf(node['type'])})`;
}

function edgeName(edge: JsonObject, names: Names): string {
  const { id, out = 'output', in: into = 'input' } = edge;
  const [from, to] = [calledIn(names, edge['from']), calledIn(names, edge['to'])];
  const source = out === 'output' ? from : `${from}.${wordOf(out)}`;
  const target = into === 'input' ? to : `${to}.${wordOf(into)}`;
  // Who reads names has no use for the id of an edge.
  return `${source} → ${target}${id === undefined || names !== undefined ? '' : ` (${wordOf(id)})`}`;
}

function calledIn(names: Names, id: Json | undefined): string {
  return wordOf(typeof id === 'string' ? (names?.get(id) ?? id) : id);
}

function wordOf(value: Json | undefined): string {
  return typeof value === 'string' ? plainWord(value) : formatValue(value);
}

const valueLengthMax = 80;

function formatValue(value: Json | undefined): string {
  return shorten(inertText(JSON.stringify(value ?? null)), valueLengthMax);
}
