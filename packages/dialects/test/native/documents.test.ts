// Goal: the examples in the documents do what the text around them says. Method: compile each; an example of an error
// must cause that error and nothing else, the others nothing at all.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileText, diagnostics, drawText } from '../../src/index.ts';

/** What no short JSON text can cause by itself: it takes much text, YAML, a file of another product, a program, or a host that lacks something. */
const withoutExample = new Set([
  'ABOVE_CEILING',
  'ARGUMENT_MISSING',
  'BAD_CONFIG',
  'BAD_YAML',
  'DOCUMENT_TOO_LARGE',
  'EXPORT_LOSS',
  'IMPORT_LOSS',
  'LOOPS_TOO_DEEP',
  'MODEL_UNAVAILABLE',
  'MORE_PROBLEMS',
  'NOT_JSON',
  'SECRET_UNAVAILABLE',
  'TOOL_UNAVAILABLE',
  'TOO_DEEP',
  'TOO_MANY_ITEMS',
  'TOO_MANY_PLACEHOLDERS',
]);

describe('docs/errors', () => {
  const codes = Object.keys(diagnostics).filter((code) => !withoutExample.has(code));

  it.each(codes)('[N14] the example of %s causes it', (code) => {
    const page = new URL(`../../../../docs/errors/${code}.md`, import.meta.url);
    const [, example = ''] = /^```json\n(.*?)^```/ms.exec(readFileSync(page, 'utf8')) ?? [];
    const found = compileText(example, {
      functions: new Set(['mail.send']),
      tools: { names: new Set(['search', 'router', 'weather']), beginnings: [] },
    }).diagnostics;
    expect(new Set(found.map((diagnostic) => diagnostic.code))).toEqual(new Set([code]));
  });
});

describe('docs/native.md', () => {
  const text = readFileSync(new URL('../../../../docs/native.md', import.meta.url), 'utf8');
  const examples = [...text.matchAll(/^```json\n(.*?)^```/gms)].map(([, example = '']) => example);
  const definitions = examples.filter((example) => example.includes('"skein"'));

  it('[N16] its examples are sound', () => {
    expect(definitions.length).toBeGreaterThan(0);
    for (const example of definitions) expect(compileText(example).diagnostics).toEqual([]);
  });

  it('[N27] its drawing is that of its first example', () => {
    const { graph } = compileText(definitions[0] ?? '');
    expect(text).toContain(graph === null ? 'no graph' : drawText(graph).trim());
  });
});
