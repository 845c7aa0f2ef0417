// Goal: paths mean what RFC 9535 says, and none can block. Method: the official compliance suite, as it is published inside
// another package; then paths and data that were made to take for ever.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Json } from '@skein/kernel';
import { cpuMs } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { checkDepth, findFirst, findPathProblem } from '../../src/dialects/pipeline/json-path.ts';

interface SuiteTest {
  readonly name: string;
  readonly selector: string;
  readonly document?: Json;
  readonly result?: readonly Json[];
  readonly results?: readonly (readonly Json[])[];
  readonly invalid_selector?: boolean;
}

function readSuite(): readonly SuiteTest[] {
  const require = createRequire(import.meta.url);
  const main = require.resolve('jsonpath-rfc9535');
  const root = main.slice(0, main.lastIndexOf('jsonpath-rfc9535') + 'jsonpath-rfc9535'.length);
  const file = `${root}/src/__tests__/jsonpath-compliance-test-suite/cts.json`;
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly tests: readonly SuiteTest[] }).tests;
}

const suite = readSuite();
const usesPatterns = ({ selector }: SuiteTest) => /\b(?:match|search)\s*\(/.test(selector);

describe('the compliance suite', () => {
  it('[A160] is the whole of it', () => {
    expect(suite.length).toBeGreaterThan(600);
  });

  const plain = suite.filter((test) => !usesPatterns(test));
  const isInvalid = ({ invalid_selector: invalid }: SuiteTest) => invalid === true;

  it.each(plain.filter(isInvalid))('[A160] refuses: $name', ({ selector }) => {
    expect(findPathProblem(selector)).not.toBeNull();
  });

  it.each(plain.filter((test) => !isInvalid(test)))('[A160] $name', (test) => {
    expect(findPathProblem(test.selector)).toBeNull();
    const found = findFirst(test.selector, test.document ?? null);
    const allowed = (test.results ?? [test.result ?? []]).map((result) => result[0]);
    expect(allowed).toContainEqual(found.isFound ? found.value : undefined);
  });

  it('[A160] filters with patterns are refused, all of them', () => {
    const tests = suite.filter(usesPatterns);
    expect(tests.length).toBeGreaterThan(20);
    const taken = tests.filter(({ selector }) => findPathProblem(selector) === null);
    expect(taken).toEqual([]);
    expect(findPathProblem("$[?match(@.a, 'x')]")).toMatch(/match/);
  });
});

describe('own keys only', () => {
  it.each([
    '$.__proto__',
    '$.constructor',
    '$.toString',
    "$['hasOwnProperty']",
    '$.list.length',
    '$.text.length',
    '$.list.map',
  ])('[A160] %s finds nothing in data that does not have it', (path) => {
    expect(findFirst(path, { list: [1], text: 'x' })).toEqual({ isFound: false });
  });

  it('[A160] a key called __proto__ is data', () => {
    const data = JSON.parse('{"__proto__": {"polluted": 1}}') as Json;
    expect(findFirst('$.__proto__.polluted', data)).toEqual({ isFound: true, value: 1 });
  });

  it('[A160] what is found is the data itself, not a stand-in', () => {
    const data = { a: { b: [1, { c: 2 }] } };
    const found = findFirst('$.a', data);
    expect(found.isFound && found.value).toBe(data.a);
  });
});

describe('bombs', () => {
  const wide: Json = Array.from({ length: 20_000 }, (_, i) => ({ a: i, b: [i, i] }));
  const deep = Array.from({ length: 90 }).reduce<Json>((inner) => ({ a: inner, b: 1 }), 1);
  const text = 'x'.repeat(1_000_000);
  const texts: Json = {
    a: text,
    b: `${text.slice(1)}x`,
    list: Array.from({ length: 50_000 }, () => 1),
  };
  const filters = `$${'..[?@..*'.repeat(5)}${']'.repeat(5)}`;

  it.each<[string, string, Json]>([
    ['descendants of descendants', '$..*..*..*..*..zzz', wide],
    ['descendants in a deep value', `$${'..*'.repeat(40)}..zzz`, deep],
    ['filters in filters', filters, wide],
    ['a filter that counts everything each time', '$..[?count($..*) > count($..*)]', wide],
    ['a filter that compares everything', '$[?$ == $[0]]', wide],
    ['comparing long texts again and again', '$.list[?$.a != $.b]', texts],
    ['measuring long texts again and again', '$.list[?length($.a) == 1]', texts],
    ['many selectors', `$..[${Array.from({ length: 200 }, () => '*').join(',')}].zzz`, wide],
    ['a long filter', `$..[?${Array.from({ length: 90 }, () => '@.q==1').join('||')}]`, wide],
  ])('[A161] %s end in time', (_name, path, data) => {
    const started = cpuMs();
    let problem = '';
    try {
      findFirst(path, data);
    } catch (error) {
      problem = (error as Error).message;
    }
    expect(cpuMs() - started).toBeLessThan(200);
    expect(problem).toMatch(/^$|more than 50000 accesses|recursion/);
  });

  it.each([
    ['brackets', `$${'['.repeat(999)}`],
    ['parentheses', `$[?${'('.repeat(450)}@.a${')'.repeat(450)}]`],
    ['negations', `$[?${'!'.repeat(900)}@.a]`],
    ['a million characters', `$${'.a'.repeat(500_000)}`],
  ])('[A161] %s are read or refused in time', (_name, path) => {
    const started = cpuMs();
    findPathProblem(path);
    expect(cpuMs() - started).toBeLessThan(200);
  });

  it('[A161] data that is too deep is refused', () => {
    const tooDeep = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`) as Json;
    expect(() => checkDepth(tooDeep)).toThrow(/deeper than 100/);
  });

  it('[A161] ordinary paths over large data are not', () => {
    expect(findFirst('$[19999].b[1]', wide)).toEqual({ isFound: true, value: 19_999 });
    const some = (wide as readonly Json[]).slice(0, 5_000);
    expect(findFirst('$[?@.a == 4999].b[0]', some)).toEqual({ isFound: true, value: 4_999 });
    expect(findFirst('$..b[?@ > 998]', some.slice(0, 1_000))).toEqual({
      isFound: true,
      value: 999,
    });
  });
});
