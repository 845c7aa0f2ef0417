import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/index.ts';

const codes = async (text: string, name = 'a.yml') => {
  const parsed = await parseDocument(text, { name });
  return parsed.ok
    ? parsed.json
    : parsed.diagnostics.map(({ code, message }) => `${code} ${message}`);
};

describe('documents in YAML', () => {
  it('[N1362] are read as JSON would be', async () => {
    expect(
      await codes('a: [1, true, null, "x"]\nb: yes\nc: 2026-11-17\nd: |\n  two\n  lines\n'),
    ).toEqual({ a: [1, true, null, 'x'], b: 'yes', c: '2026-11-17', d: 'two\nlines\n' });
    expect(await codes('{"a": 1}', '-')).toEqual({ a: 1 });
    expect(await codes('a: 1', '-')).toEqual({ a: 1 });
  });

  it('[N1362] continue quoted texts at any indent', async () => {
    const text =
      "a:\n    b: 'one\ntwo''s\n\n  three'\n    c: \"x\ny\"\n    d: |\n      it's\n    e: 1\n";
    expect(await codes(text)).toEqual({
      a: { b: "one two's\nthree", c: 'x y', d: "it's\n", e: 1 },
    });
  });

  it.each([
    ['a: [1, 2', /^BAD_YAML .*line 1, column 9/],
    ['a: 1\na: 2', /^BAD_YAML .*line 2, column 1, Map keys must be unique/],
    ['a: !!js/function "x"', /^BAD_YAML .*line 1, column 4, a tag is used/],
    ["a: 'never ends", /^BAD_YAML .*closing/],
    ['a: .inf', /^BAD_NUMBER /],
    [`a: ${'['.repeat(5000)}`, /^(?:BAD_YAML|TOO_DEEP) /],
    ['a: &a [*a]', /^(?:BAD_YAML|TOO_DEEP) /],
  ])('[N1362] %.30j is refused', async (text, expected) => {
    expect(await codes(text)).toEqual([expect.stringMatching(expected)]);
  });

  it('[N1362] a short text cannot become a huge value', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let at = 1; at < 12; at += 1)
      lines.push(`a${at}: &a${at} [${Array.from({ length: 9 }, () => `*a${at - 1}`).join(', ')}]`);
    expect(await codes(lines.join('\n'))).toEqual([expect.stringMatching(/^BAD_YAML .*aliases/)]);
  });

  it('[N1363] are refused when they are too large, before they are parsed', async () => {
    expect(await codes(`a: ${'x'.repeat(20_000_001)}`)).toEqual([
      expect.stringMatching(/^DOCUMENT_TOO_LARGE .*20000004 characters/),
    ]);
  });
});
