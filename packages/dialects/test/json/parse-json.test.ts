import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonError } from '../../src/json/find-json-error.ts';
import { parseJson } from '../../src/json/parse-json.ts';

function problemsOf(text: string): readonly string[] {
  const parsed = parseJson(text);
  return parsed.ok
    ? []
    : parsed.diagnostics.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
}

/** Text, line and column, end of the sentence, a word of the hint. */
const mistakes: readonly (readonly [text: string, place: string, message: string, hint: string])[] =
  [
    ['', 'line 1, column 1', 'the text is empty', 'Give a JSON document'],
    ['  \n ', 'line 1, column 1', 'the text is empty', 'Give a JSON document'],
    ['{', 'line 1, column 2', 'the text ends too early', '"}"'],
    ['[1, 2', 'line 1, column 6', 'the text ends too early', '"]"'],
    ['{"a":', 'line 1, column 6', 'the text ends too early', '"}"'],
    [
      '{"a":1,}',
      'line 1, column 8',
      'a key in double quotes is expected but found "}"',
      'Remove the comma',
    ],
    ['[1,\n  2,\n]', 'line 3, column 1', 'a value is expected but found "]"', 'Remove the comma'],
    [
      '{a: 1}',
      'line 1, column 2',
      'a key in double quotes is expected but found "a"',
      'double quotes',
    ],
    [
      "{'a': 1}",
      'line 1, column 2',
      'a key in double quotes is expected but found "\'"',
      'double quotes',
    ],
    ['{"a": \'x\'}', 'line 1, column 7', 'a value is expected but found "\'"', 'double quotes'],
    ['{"a" 1}', 'line 1, column 6', 'a colon after the key is expected but found "1"', 'Compare'],
    ['{"a": 1 "b": 2}', 'line 1, column 9', 'a comma or "}" is expected but found "\\""', 'comma'],
    ['{"a": 1]', 'line 1, column 8', 'a comma or "}" is expected but found "]"', 'comma'],
    ['[NaN]', 'line 1, column 2', 'a value is expected but found "N"', 'no NaN'],
    ['[-Infinity]', 'line 1, column 2', 'a value is expected but found "-"', 'no NaN'],
    ['{"a": undefined}', 'line 1, column 7', 'a value is expected but found "u"', 'no NaN'],
    ['[01]', 'line 1, column 2', 'a value is expected but found "0"', 'leading zero'],
    ['[.5]', 'line 1, column 2', 'a value is expected but found "."', 'leading zero'],
    ['[1.]', 'line 1, column 2', 'a value is expected but found "1"', 'leading zero'],
    ['[tru]', 'line 1, column 2', 'a value is expected but found "t"', 'double quotes'],
    ['// hi\n{}', 'line 1, column 1', 'a value is expected but found "/"', 'no comments'],
    [
      '{ "a": 1 /* x */ }',
      'line 1, column 10',
      'a comma or "}" is expected but found "/"',
      'no comments',
    ],
    [
      '{\n  # hi\n}',
      'line 2, column 3',
      'a key in double quotes is expected but found "#"',
      'no comments',
    ],
    [
      '"a\nb"',
      'line 1, column 3',
      'a text contains a line break or another control character',
      '\\n',
    ],
    ['"C:\\dir"', 'line 1, column 4', 'a backslash starts an unknown escape', '\\\\'],
    ['"\\u12"', 'line 1, column 2', 'a backslash starts an unknown escape', '\\\\'],
    ['"abc', 'line 1, column 1', 'a text begins that never ends', 'double quote'],
    ['{} {}', 'line 1, column 4', 'the value is already complete', 'one list'],
    ['["😀" x]', 'line 1, column 6', 'a comma or "]" is expected but found "x"', 'comma'],
    [
      '{"a": 1,\r\n"b" 2}',
      'line 2, column 5',
      'a colon after the key is expected but found "2"',
      'Compare',
    ],
  ];

describe('parseJson', () => {
  it.each(mistakes)('[N1] %j', (text, place, message, hint) => {
    const parsed = parseJson(text);
    expect(parsed).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'BAD_JSON', severity: 'error', pointer: '' }],
    });
    const [found] = parsed.ok ? [] : parsed.diagnostics;
    expect(found?.message).toBe(`This is not JSON: at ${place}, ${message}.`);
    expect(found?.hint).toContain(hint);
  });

  it('[N1] sound JSON is read, also after a byte order mark', () => {
    expect(parseJson('\uFEFF{"a":[1,true,null,"x"]}')).toEqual({
      ok: true,
      json: { a: [1, true, null, 'x'] },
    });
  });

  it('[N1] what JSON.parse refuses has a place, and what it takes has none', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 }))
      .map(([text, at, noise]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + noise + text.slice(place + 1);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken), (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(findJsonError(text) === null).toBe(isJson);
      }),
      { numRuns: 2000 },
    );
  });

  it('[N2] nesting over 200 levels is refused, with the place', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(parseJson(nested(200)).ok).toBe(true);
    expect(problemsOf(nested(201))).toEqual([
      `TOO_DEEP ${'/0'.repeat(200)} Lists and objects are nested more than 200 levels deep here.`,
    ]);
    expect(problemsOf(nested(10_000))).toEqual(problemsOf(nested(201)));
    expect(problemsOf('{"a":'.repeat(10_000))).toEqual([
      'TOO_DEEP  This JSON is nested too deeply to be read at line 1, column 1001.',
    ]);
  });

  it('[N3] numbers that overflow are refused, with their places', () => {
    expect(problemsOf('{"a":[1e999,1],"b/c":-1e400}')).toEqual([
      'BAD_NUMBER /a/0 This number is Infinity once it is read, which JSON cannot hold.',
      'BAD_NUMBER /b~1c This number is -Infinity once it is read, which JSON cannot hold.',
    ]);
  });

  it('[N5] __proto__ stays a key', () => {
    const parsed = parseJson('{"__proto__":{"x":1e999}}');
    expect(problemsOf('{"__proto__":{"x":1e999}}')[0]).toMatch(/^BAD_NUMBER \/__proto__\/x /);
    expect(parsed.ok).toBe(false);
  });
});
