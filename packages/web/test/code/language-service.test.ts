// The language service as the worker runs it, on code as people write it.
import { expect, it } from 'vitest';
import type { CodeText } from '../../src/form/code/language/language-messages.ts';
import { withTexts } from './with-texts.ts';

const { createLanguageService } = await withTexts(
  () => import('../../src/form/code/language/language-service.ts'),
);

const service = createLanguageService();
const declarations =
  'declare const args: { rows: Array<{ price: number; name: string }> };\ndeclare const tools: { "look"(args: { id: number }): Promise<any> };\n';
const js = (code: string): CodeText => ({ code, declarations, language: 'javascript' });
const typed = (code: string): CodeText => ({ code, declarations, language: 'typescript' });
const found = (text: CodeText) =>
  service
    .check(text)
    .map(({ from, to, severity, message }) => [text.code.slice(from, to), severity, message]);

it('[W916] completes what the code is given', () => {
  const code = 'const row = args.rows[0];\nreturn row.';
  const names = service.complete(js(code), code.length).map(({ name }) => name);
  expect(names).toEqual(['name', 'price']);
  const help = service.explain(js(code), code.length, 'price');
  expect(help?.type).toBe('(property) price: number');
  expect(service.explain(typed(code), 7)?.type).toMatch(/^const row: \{/);
});

it('[W916] code that is right has no finding, in both languages', () => {
  const right = [
    'const total = args.rows.reduce((sum, row) => sum + row.price, 0);\nreturn { total };',
    'const found = await tools.look({ id: 1 });\nreturn found.anything.at(-1)',
    'return [[3, 1].toSorted().at(-1), new Map([[1, 2]]), "x".replaceAll("x", "y"), structure()];\nfunction structure() { return null }',
  ];
  for (const code of right) expect(found(js(code))).toEqual([]);
  expect(
    found(typed('interface Row { price: number }\nreturn (args.rows as Row[]).length')),
  ).toEqual([]);
});

it('[W916] mistakes of syntax are errors, what types find are warnings, each at its place', () => {
  expect(found(js('const a = 1;\nconst = 2'))[0]).toEqual([
    '=',
    'error',
    'Variable declaration expected.',
  ]);
  expect(found(js('return args.row'))).toEqual([
    ['row', 'warning', expect.stringMatching(/Did you mean 'rows'/)],
  ]);
  expect(found(js('const n: number = 1;\nreturn n'))).toEqual([
    ['number', 'error', expect.stringMatching(/TypeScript files/)],
  ]);
  expect(found(typed('enum A { B }\nreturn A.B'))).toContainEqual([
    'A',
    'error',
    expect.stringMatching(/erasableSyntaxOnly/),
  ]);
  expect(found(js('return {'))).toEqual([['', 'error', expect.anything()]]);
});

it('[W916] knows nothing that the sandbox lacks', () => {
  const outside = ['fetch', 'process', 'setTimeout', 'document', 'require'];
  expect(outside.map((name) => found(js(`return ${name}`)))).toEqual(
    outside.map((name) => [[name, 'warning', expect.anything()]]),
  );
  expect(found(js('return new Uint8Array(2)'))).toHaveLength(1);
  expect(found(js('return new Intl.NumberFormat()'))).toHaveLength(1);
});
