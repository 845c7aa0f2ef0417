// A diff in words
// `+` added, `-` removed, `~` changed; one line each, the changed keys below. Ids and values are quoted where they hold
// anything but plain words, so a definition cannot write to the terminal.
import type { Json, JsonObject } from '@skein/kernel';
import { inertText, plainWord, shorten } from '../../diagnostics/inert-text.ts';
import type { Change, ListDiff, WorkflowDiff } from './diff-workflows.ts';

export function formatDiff(diff: WorkflowDiff): string {
  if (diff.equal) return 'No difference, apart perhaps from layout and key order.\n';
  const lines = [
    ...diff.workflow.map((change) => `~ ${formatChange(change)}`),
    ...formatList(diff.nodes, 'node', nodeName),
    ...formatList(diff.edges, 'edge', edgeName),
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

function nodeName(node: JsonObject): string {
  return `${wordOf(node['id'])} (${wordOf(node['type'])})`;
}

function edgeName({ id, from, out = 'output', to, in: into = 'input' }: JsonObject): string {
  const source = out === 'output' ? wordOf(from) : `${wordOf(from)}.${wordOf(out)}`;
  const target = into === 'input' ? wordOf(to) : `${wordOf(to)}.${wordOf(into)}`;
  return `${source} → ${target}${id === undefined ? '' : ` (${wordOf(id)})`}`;
}

function wordOf(value: Json | undefined): string {
  return typeof value === 'string' ? plainWord(value) : formatValue(value);
}

const valueLengthMax = 80;

function formatValue(value: Json | undefined): string {
  return shorten(inertText(JSON.stringify(value ?? null)), valueLengthMax);
}
