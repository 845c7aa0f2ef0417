// Ratchet
// Habits to be eliminated, counted per room. The numbers in ratchet.json only fall.
// C1. An `as` without a reason: a comment on its line, on the line above it, or above the statement that it is in. `as const`
//     promises nothing and is not counted.
// C2. A conditional spread in an object: `...(x === undefined ? {} : { x })`, `...(x && { x })`. Declare the property as
//     `?: T | undefined` and pass the object whole.
import { parseSync, visitorKeys } from 'oxc-parser';
import type { SourceFile } from './repository.ts';

export const habits = ['castsWithoutReason', 'conditionalSpreads'] as const;
export type Habit = (typeof habits)[number];
/** By habit and room. */
export type Counts = Readonly<Record<Habit, Readonly<Record<string, number>>>>;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Where a file has each habit, as `path:line`. */
export function findHabits(file: SourceFile): Readonly<Record<Habit, readonly string[]>> {
  const { program, comments } = parseSync(file.path, file.text);
  const lineOf = lineFinder(file.text);
  const commented = new Set<number>();
  for (const { start, end } of comments)
    for (let line = lineOf(start); line <= lineOf(end); line++) commented.add(line);
  const found: Record<Habit, string[]> = { castsWithoutReason: [], conditionalSpreads: [] };
  // The parser's tree has these shapes for these types.
  walk(program as unknown as Node, 0, (node, statementStart) => {
    const line = lineOf(node.start);
    if (isCast(node)) {
      const lines = [line, line - 1, lineOf(node.end), lineOf(statementStart) - 1];
      if (!lines.some((each) => commented.has(each)))
        found.castsWithoutReason.push(`${file.path}:${line}`);
    }
    for (const { start } of conditionalSpreads(node))
      found.conditionalSpreads.push(`${file.path}:${lineOf(start)}`);
  });
  return found;
}

/** The counts of these files, which belong to the room that their path names. */
export function countHabits(files: readonly SourceFile[]): Counts {
  const counts: Record<Habit, Record<string, number>> = {
    castsWithoutReason: {},
    conditionalSpreads: {},
  };
  for (const file of files) {
    const room = file.path.split('/')[1] ?? '';
    const found = findHabits(file);
    for (const habit of habits) {
      const before = counts[habit][room] ?? 0;
      counts[habit][room] = before + found[habit].length;
    }
  }
  return counts;
}

/** What is wrong with the counts, compared with the recorded numbers. */
export function checkCounts(counts: Counts, kept: Counts): readonly string[] {
  return habits.flatMap((habit) =>
    Object.entries(counts[habit]).flatMap(([room, count]) => {
      const most = kept[habit][room] ?? 0;
      if (count > most) return [`${habit} of ${room} rose from ${most} to ${count}`];
      if (count < most)
        return [`${habit} of ${room} fell to ${count}: \`npm run refresh\` keeps it`];
      return [];
    }),
  );
}

/** The numbers to record: those that fell, and those of new rooms. */
export function lowerCounts(counts: Counts, kept: Counts): Counts {
  const lower = (habit: Habit) =>
    Object.fromEntries(
      Object.entries(counts[habit])
        .map(([room, count]) => [room, Math.min(count, kept[habit][room] ?? count)] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  return {
    castsWithoutReason: lower('castsWithoutReason'),
    conditionalSpreads: lower('conditionalSpreads'),
  };
}

function isCast({ type, typeAnnotation }: Node): boolean {
  if (type !== 'TSAsExpression') return false;
  const { typeName } = typeAnnotation as { readonly typeName?: { readonly name?: string } };
  return typeName?.name !== 'const';
}

/** The spreads of an object that may add nothing. */
function conditionalSpreads({ type, properties }: Node): readonly Node[] {
  if (type !== 'ObjectExpression') return [];
  return (properties as readonly Node[]).filter((property) => {
    if (property.type !== 'SpreadElement') return false;
    const given = withoutParentheses(property['argument'] as Node);
    if (given.type === 'LogicalExpression') return given['operator'] === '&&';
    if (given.type !== 'ConditionalExpression') return false;
    return [given['consequent'], given['alternate']].some((side) => isEmptyObject(side as Node));
  });
}

function isEmptyObject(node: Node): boolean {
  const { type, properties } = withoutParentheses(node);
  return type === 'ObjectExpression' && (properties as readonly Node[]).length === 0;
}

function withoutParentheses(node: Node): Node {
  return node.type === 'ParenthesizedExpression'
    ? withoutParentheses(node['expression'] as Node)
    : node;
}

function walk(
  node: Node,
  statementStart: number,
  visit: (node: Node, statementStart: number) => void,
): void {
  const isStatement = /Statement$|Declaration$|^(?:Property|PropertyDefinition)$/.test(node.type);
  const start = isStatement ? node.start : statementStart;
  visit(node, start);
  for (const key of visitorKeys[node.type] ?? []) {
    const children = [node[key]].flat();
    for (const child of children) if (isNode(child)) walk(child, start, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The line of a place in a text, from 1. */
function lineFinder(text: string): (at: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (at) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
