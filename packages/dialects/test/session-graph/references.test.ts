// Goal: every way to write a reference means what it must. Method: a document is compiled, its compiled text is resolved over
// outputs that are given as plain data.
import { emptyScope, parseTemplate, resolveTemplate, type Json, type Scope } from '@skein/kernel';
import { cpuMs } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { compileDefinition } from '../../src/index.ts';

const kept: readonly Json[] = [
  { x: 1 },
  { x: 2 },
  { x: 3, n: { k: 'deep', list: [10, 20] }, nul: null, e: '' },
];

interface World {
  readonly steps?: readonly string[];
  readonly outputs?: { readonly [step: string]: readonly Json[] };
  readonly input?: Json;
  readonly run?: string;
}

function resolve(text: string, { steps = [], outputs = {}, input, run = 'r' }: World = {}) {
  const ids = ['root', 'a', ...steps];
  const definition = {
    steps: ids.map((id) => ({ id, ...(id === 'root' ? { input: { text } } : {}) })),
    paths: [],
  };
  const { workflow, diagnostics } = compileDefinition(definition, { start: 'root' });
  const config = workflow?.nodes[0]?.config?.['input'] as { text: string };
  const all: { [step: string]: readonly Json[] } = { a: kept, ...outputs };
  const scope: Scope = {
    ...emptyScope,
    run,
    output: (node, select) => {
      const list = Object.hasOwn(all, node) ? all[node] : undefined;
      return typeof select === 'number' ? list?.at(select) : list?.at(-1);
    },
    trigger: () => input,
  };
  const resolved = resolveTemplate(parseTemplate(config.text).template, scope);
  return { value: resolved.ok ? resolved.value : 'UNRESOLVED', diagnostics };
}

const S = '@{SESSION_ID}';

describe('a reference', () => {
  it.each<[string, Json]>([
    [`${S}.a.x`, 3],
    [`${S}.a[0].x`, 1],
    [`${S}.a[2].x`, 3],
    [`${S}.a[-1].x`, 3],
    [`${S}.a[-3].x`, 1],
    [`${S}.a[9].x`, 'UNRESOLVED'],
    [`${S}.a[9].x|none`, 'none'],
    [`${S}.a.n.k`, 'deep'],
    [`${S}.a.n.list`, [10, 20]],
    [`${S}.a.n.list[1]`, 20],
    [`${S}.a`, kept[2] as Json],
    [`${S}.zz.x|GM! How can I help?`, 'GM! How can I help?'],
    [`${S}.zz.x|  trimmed  `, 'trimmed'],
    [`Hi ${S}.zz.x|friend there`, 'Hi friend there'],
    [`${S}.zz.x|`, ''],
    [`Hi ${S}.zz.x| there`, 'Hi  there'],
    [`${S}.a.e|d`, ''],
    [`${S}.a.nul|d`, null],
    [`${S}.zz.q|${S}.a.x`, 3],
    [`is ${S}.zz.q|${S}.a.x`, 'is 3'],
    [`is ${S}.zz.q|${S}.a.x.`, 'is 3.'],
    [`${S}.zz.q|${S}.yy.x|text of it`, 'text of it'],
    [`${S}.zz.q|${S}.yy.x|${S}.a.x`, `${S}.a.x`],
    [`see ${S}.a.x.`, 'see 3.'],
    [`${S}.a.x.`, '3.'],
    [`${S}.zz.x|see ${S}.a.x`, `see ${S}.a.x`],
    [`to ${S}.zz.x|(${S}.a.x) it`, `to (${S}.a.x) it`],
    [`${S}.a.x${S}.a[0].x`, '31'],
    [`${S}.zz.x|5`, '5'],
    [`${S}.zz.x|true`, 'true'],
    [`${S}.zz.x|[]`, '[]'],
    [`${S}.zz.x|a } b \${c}`, 'a } b ${c}'],
    [`${S}.a.missing`, 'UNRESOLVED'],
    [`${S}.a.constructor|own keys only`, 'own keys only'],
    [
      '${a.output.x} $& @{ @{} @{SESSION_ID} {{x}} <<y>>',
      '${a.output.x} $& @{ @{} @{SESSION_ID} {{x}} <<y>>',
    ],
    [`$${S}.a.x`, '$3'],
  ])('[SG6][SG7] %s', (text, value) => {
    expect(resolve(text).value).toEqual(value);
  });

  it('[SG6] takes the longest known step that no letter of a word follows', () => {
    const world = {
      steps: ['a.b', 'a.b.c d', 'ab'],
      outputs: { 'a.b': [{ x: 'ab' }], 'a.b.c d': ['abcd'], ab: [7] },
    };
    expect(resolve(`${S}.a.b.x`, world).value).toBe('ab');
    expect(resolve(`${S}.a.b.c d!`, world).value).toBe('abcd!');
    expect(resolve(`${S}.a.b.c dd|none`, world).value).toBe('UNRESOLVED');
    expect(resolve(`${S}.ab`, world).value).toBe(7);
    expect(resolve(`${S}.a.bc|none`, world).value).toBe('none');
  });

  it('[SG8] reads the input of the run, unless a step is called so', () => {
    const input = { name: 'Ada', list: [1, 2] };
    expect(resolve(`${S}.input.name`, { input }).value).toBe('Ada');
    expect(resolve(`${S}.input.list[1]`, { input }).value).toBe(2);
    expect(resolve(`${S}.input`, { input }).value).toEqual(input);
    expect(resolve(`${S}.input|none`).value).toBe('none');
    const world = { input, steps: ['input'], outputs: { input: [{ name: 'step' }] } };
    expect(resolve(`${S}.input.name`, world).value).toBe('step');
  });

  it('[SG9] may name the run by its own id; another id is warned of and has no value', () => {
    expect(resolve('@{abc}.a.x', { run: 'abc' }).value).toBe(3);
    const other = resolve('@{abc}.a.x', { run: 'def' });
    expect(other.value).toBe('UNRESOLVED');
    expect(other.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['UNKNOWN_REFERENCE', 'warning'],
    ]);
    expect(resolve('@{abc}.a.x|d', { run: 'def' }).value).toBe('d');
  });

  it('[SG9] to an unknown step is warned of', () => {
    const { diagnostics } = resolve(`${S}.zz.x|d`);
    expect(diagnostics).toMatchObject([
      { code: 'UNKNOWN_REFERENCE', severity: 'warning', pointer: '/steps/0/input/text' },
    ]);
  });
});

describe('hostile texts', () => {
  const compileText = (text: string) =>
    compileDefinition({ steps: [{ id: 'root', input: { text } }], paths: [] });

  it('[SG10] too many references are refused at once', () => {
    const start = cpuMs();
    const { diagnostics, graph } = compileText(`x ${`${S}.root `.repeat(100_000)}`);
    expect(graph).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toEqual(['BAD_REFERENCE']);
    expect(cpuMs() - start).toBeLessThan(1500);
  });

  it.each([
    ['openings', '@{'.repeat(100_000)],
    ['unclosed ids', `@{${'a'.repeat(100_000)}`],
    ['bars', `x ${S}.root|${'|'.repeat(100_000)}`],
    ['one default', `${S}.root|${`${S}.root|`.repeat(50_000)}`],
    ['dots', `x ${S}.root${'.'.repeat(100_000)}`],
    ['brackets', `x ${S}.root${'['.repeat(100_000)}`],
    ['indexes', `x ${S}.root${'[0]'.repeat(100_000)}`],
  ])('[SG10] %s take time that grows with the text only', (_, text) => {
    const start = cpuMs();
    compileText(text);
    expect(cpuMs() - start).toBeLessThan(1500);
  });
});
