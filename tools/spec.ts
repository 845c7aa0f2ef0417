// Spec
// Ties the numbered rules in packages/*/SPEC.md to the tests that prove them.
// A rule is introduced by its id at the start of a line: `**K12** …`, also as a list item.
// A citation is `[K12]` in the title of a test or suite, or at the start of any other text in a test
// file, which is how tables of tests carry their titles. A skipped test proves nothing.
import { visit } from './parse.ts';
import type { SourceFile } from './repository.ts';

export interface Rule {
  readonly id: string;
  readonly room: string;
}

export interface Citation {
  readonly id: string;
  readonly file: string;
}

const runners = new Set(['it', 'test', 'describe', 'suite']);

export function rulesOf({ path, text }: SourceFile): readonly Rule[] {
  const room = path.split('/')[1] ?? '';
  const found = text.matchAll(/^[ \t]*(?:[-*][ \t]+)?\*\*([A-Z]{1,3}\d+)\*\*/gm);
  return [...found].map(([, id = '']) => ({ id, room }));
}

export function citationsOf(file: SourceFile): readonly Citation[] {
  const found = new Set<string>();
  const skipped = new Set<number>();
  const cite = (text: string) => {
    for (const [, id = ''] of text.matchAll(/\[([A-Z]{1,3}\d+)\]/g)) found.add(id);
  };
  const citeTableTitle = (text: string, start: number) => {
    if (/^\[[A-Z]{1,3}\d+\]/.test(text) && !skipped.has(start)) cite(text);
  };
  visit(file, {
    CallExpression: (node) => {
      const [title] = node.arguments;
      const [runner = '', ...modifiers] = nameOf(node.callee);
      const text = title === undefined ? undefined : textOf(title);
      if (!runners.has(runner) || title === undefined || text === undefined) return;
      if (modifiers.includes('skip') || modifiers.includes('todo')) skipped.add(title.start);
      else cite(text);
    },
    Literal: (node) => citeTableTitle(textOf(node) ?? '', node.start),
    TemplateLiteral: (node) => citeTableTitle(textOf(node) ?? '', node.start),
  });
  return [...found].map((id) => ({ id, file: file.path }));
}

/** Rules without a test, citations without a rule, ids used twice. */
export function checkSpec(
  rules: readonly Rule[],
  citations: readonly Citation[],
): readonly string[] {
  const byId = Map.groupBy(rules, (rule) => rule.id);
  const twice = [...byId].filter(([, same]) => same.length > 1);
  const unproven = rules.filter(
    (rule) => !citations.some(({ id, file }) => id === rule.id && mayProve(file, rule.room)),
  );
  const unknown = citations.filter(({ id }) => !byId.has(id));
  return [
    ...twice.map(
      ([id, same]) => `${id} is introduced twice: ${same.map((it) => it.room).join(', ')}`,
    ),
    ...unproven.map(({ id, room }) => `${id} of packages/${room}/SPEC.md is cited by no test`),
    ...unknown.map(({ id, file }) => `${file} cites ${id}, which no SPEC.md introduces`),
  ];
}

/** Promises of a dialect or a host about runs are only testable where everything is composed. */
const composedTests: Readonly<Record<string, readonly string[]>> = {
  dialects: ['packages/skein/test/dialects/'],
  engine: ['packages/skein/test/histories/'],
  sdk: ['packages/skein/test/typed/'],
  restate: ['examples/', 'packages/skein/test/'],
  stores: ['bench/'],
};

function mayProve(file: string, room: string): boolean {
  const composed = composedTests[room] ?? [];
  return [`packages/${room}/`, 'packages/testkit/', 'tools/', ...composed].some((start) =>
    file.startsWith(start),
  );
}

interface Expression {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
  readonly object?: unknown;
  readonly property?: unknown;
  readonly callee?: unknown;
  readonly tag?: unknown;
  readonly quasis?: unknown;
}

/** `it.skip.each(rows)` → `['it', 'skip', 'each']`; empty for anything other than a chain of names. */
function nameOf(node: Expression): readonly string[] {
  // The parser's tree has these shapes for these types.
  if (node.type === 'Identifier') return [node.name as string];
  if (node.type === 'MemberExpression')
    return [...nameOf(node.object as Expression), ...nameOf(node.property as Expression)];
  if (node.type === 'CallExpression') return nameOf(node.callee as Expression);
  if (node.type === 'TaggedTemplateExpression') return nameOf(node.tag as Expression);
  return [];
}

function textOf(node: Expression): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  // The parser's tree has this shape for this type.
  const quasis = node.quasis as readonly { readonly value: { readonly raw: string } }[];
  return quasis.map((quasi) => quasi.value.raw).join('…');
}
