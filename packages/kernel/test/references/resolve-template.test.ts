import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/json.ts';
import { parseTemplate } from '../../src/templates/parse-template.ts';
import { referencesOf } from '../../src/references/references-of.ts';
import { resolveReference, resolveTemplate } from '../../src/references/resolve-template.ts';
import type { Reference, Scope, Template } from '../../src/references/template.ts';
import { unresolvedNames } from '../../src/references/unresolved.ts';
import { textOf } from '../../src/references/text-of.ts';
import { anyText } from './any-text.ts';
import { outputsOf, scopeOf } from './scope-of.ts';

const newest = { x: 3, n: { k: 'deep', list: [10, 20] }, nul: null, e: '' };
const scope = scopeOf({
  outputs: new Map<string, Json[]>([
    ['a', [{ x: 1 }, { x: 2 }, newest]],
    ['any id', ['spaced']],
    ['trigger', ['a node']],
    ['__proto__', ['proto']],
    ['text', ['hello']],
    ['flag', [false]],
    ['nul', [null]],
  ]),
  statuses: new Map([['a', 'completed']]),
  trigger: { q: 'question' },
  inputs: { left: 1, deep: { v: [true] } },
  previous: [1, 2],
  context: { id: 'main' },
  now: 1_772_271_000_123,
  dates: new Map([['Europe/Brussels', '2026-02-28']]),
});
const resolve = (value: Json, over: Scope = scope) =>
  resolveTemplate(parseTemplate(value).template, over);

describe('defaults that are not texts', () => {
  it.each<[string, Json]>([
    ['${zz.output|0}', 0],
    ['${zz.output|-1.5}', -1.5],
    ['${zz.output|true}', true],
    ['${zz.output|false}', false],
    ['${zz.output|null}', null],
    ['${zz.output??yy.output|7}', 7],
    ['${zz.output|}', ''],
    ['${zz.output| 0}', ' 0'],
    ['${zz.output|007}', '007'],
    ['${zz.output|1e3}', '1e3'],
    ['${zz.output|12345678901234567890}', '12345678901234567890'],
    ['${zz.output??"0"}', '0'],
    ['n = ${zz.output|0}', 'n = 0'],
    ['${zz.output:json|0}', '0'],
  ])('[K382] %s', (text, value) => {
    expect(resolve(text)).toEqual({ ok: true, value });
  });

  it.each(['${zz.output|0}', '${zz.output|false}', '${zz.output??yy.output|null}'])(
    '[K382] under older rules %s is text',
    (text) => {
      const before = { ...scope, typesDefaults: false };
      expect(resolve(text, before)).toEqual({
        ok: true,
        value: text.slice(text.indexOf('|') + 1, -1),
      });
    },
  );
});

describe('values', () => {
  it.each<[Json, Json]>([
    ['${a.output}', newest],
    ['${a.output.x}', 3],
    ['${a.outputs[0].x}', 1],
    ['${a.outputs[2].x}', 3],
    ['${a.outputs[-1].x}', 3],
    ['${a.outputs[-2].x}', 2],
    ['${a.output.n.k}', 'deep'],
    ['${a.output.n.list}', [10, 20]],
    ['${a.output.n.list[1]}', 20],
    ['${a.output.n.list[-2]}', 10],
    ['${a.output["n"]["k"]}', 'deep'],
    ['${a.output.nul}', null],
    ['${flag.output}', false],
    ['${a.status}', 'completed'],
    ['${["any id"].output}', 'spaced'],
    ['${trigger}', { q: 'question' }],
    ['${["trigger"].output}', 'a node'],
    ['${inputs}', { left: 1, deep: { v: [true] } }],
    ['${inputs.left}', 1],
    ['${inputs.deep.v[0]}', true],
    ['${inputs.absent}', null],
    ['${previous[1]}', 2],
    ['${context.id}', 'main'],
    [{ a: ['${a.output.x}', { b: '${flag.output}' }] }, { a: [3, { b: false }] }],
  ])('[K62] %j keeps the type: %j', (value, expected) => {
    expect(resolve(value)).toEqual({ ok: true, value: expected });
  });

  it('[K62] values and constants are shared, not copied', () => {
    const constant = { big: [1, 2, 3] };
    const fixed = resolve(constant);
    expect(fixed.ok && fixed.value).toBe(constant);
    const whole = resolve('${a.output}');
    expect(whole.ok && whole.value).toBe(newest);
    expect(resolve({ constant, x: '${a.output.n}' })).toEqual({
      ok: true,
      value: { constant, x: newest.n },
    });
  });
});

describe('text', () => {
  const long = 'é'.repeat(4097);
  const texts = scopeOf({
    outputs: outputsOf({
      s: 'plain "text"',
      o: { b: 1, a: [true, null] },
      n: 1.5,
      nul: null,
      long,
      edge: 'é'.repeat(4096),
      list: Array.from({ length: 3000 }, (_, index) => index),
      object: { first: long, second: 1 },
    }),
  });
  it.each<[string, string]>([
    ['<${s.output}>', '<plain "text">'],
    ['<${o.output}>', '<{"b":1,"a":[true,null]}>'],
    ['<${n.output}${nul.output}>', '<1.5null>'],
    ['${s.output:json}', '"plain \\"text\\""'],
    ['${o.output:json}', '{"b":1,"a":[true,null]}'],
    ['${s.output:markdown}', 'plain "text"'],
    ['${n.output:markdown}', '```json\n1.5\n```'],
    ['${o.output:markdown}', '```json\n{\n  "b": 1,\n  "a": [\n    true,\n    null\n  ]\n}\n```'],
    ['<${nul.output:markdown}>', '<>'],
    ['<${nul.output:json}>', '<null>'],
    ['${o.output.a:summary}', '```json\n[\n  true,\n  null\n]\n```'],
    ['${edge.output:summary}', 'é'.repeat(4096)],
    ['${long.output:summary}', 'é'.repeat(100)],
    ['${list.output:summary}', 'A list of 3000 items.'],
    ['${object.output:summary}', 'An object with 2 keys: first, second.'],
    ['<${inputs.absent}>', '<null>'],
    ['<${inputs.absent:markdown}>', '<>'],
  ])('[K62] %s is put in as text', (text, value) => {
    expect(resolve(text, texts)).toEqual({ ok: true, value });
  });

  it('[K62] a text key turns the value of a single reference into text', () => {
    const { template } = parseTemplate({ prompt: '${o.output}' }, { textKeys: ['prompt'] });
    expect(resolveTemplate(template, texts)).toEqual({
      ok: true,
      value: { prompt: '{"b":1,"a":[true,null]}' },
    });
  });

  const reentrant = ['${text.output}', '$&', "$'", '$1', '$$', '$${x}', '{{PREVIOUS_OUTPUT}}'];
  it.each(reentrant)('[K65] %s put in as a value stays as it is', (value) => {
    const over = scopeOf({ outputs: outputsOf({ v: value, w: { v: value }, text: 'no' }) });
    expect(resolve('${v.output}', over)).toEqual({ ok: true, value });
    expect(resolve('$${v.output}{${w.output.v}}', over)).toEqual({
      ok: true,
      value: `\${v.output}{${value}}`,
    });
    expect(resolve('<${v.output}|${v.output:markdown}>', over)).toEqual({
      ok: true,
      value: `<${value}|${value}>`,
    });
  });

  it('[K65] any two texts stand beside each other unchanged', () => {
    fc.assert(
      fc.property(anyText, anyText, (left, right) => {
        const over = scopeOf({ outputs: outputsOf({ left, right }) });
        expect(resolve('${left.output}${right.output}', over)).toEqual({
          ok: true,
          value: left + right,
        });
      }),
    );
  });
});

describe('own properties only', () => {
  const value = JSON.parse('{"list":[1],"text":"abc","__proto__":{"own":1}}') as Json;
  const over = scopeOf({ outputs: new Map([['a', [value]]]), trigger: {} });
  it.each([
    'constructor',
    'toString',
    'hasOwnProperty',
    'list.length',
    'list.map',
    'list["0"]',
    'list[1]',
    'list[-2]',
    'text.length',
    'text[0]',
    '__proto__.constructor',
    '__proto__.__proto__',
    'list.__proto__',
    '[0]',
  ])('[K63] %s leads nowhere', (path) => {
    const text = `\${a.output${path.startsWith('[') ? '' : '.'}${path}}`;
    expect(resolve(text, over)).toMatchObject({ ok: false, missing: [{ text }] });
  });

  it('[K63] __proto__ is a key like any other, in values and in templates', () => {
    expect(resolve('${a.output.__proto__.own}', over)).toEqual({ ok: true, value: 1 });
    expect(resolve('${trigger.__proto__|none}', over)).toEqual({ ok: true, value: 'none' });
    for (const text of [
      '{"__proto__":{"polluted":"${a.output.list[0]}"},"x":1}',
      '{"__proto__":"$${x}","x":1}',
    ]) {
      const resolved = resolve(JSON.parse(text) as Json, over);
      if (!resolved.ok) throw new Error('resolves');
      const result = resolved.value as object;
      expect(Object.keys(result)).toEqual(['__proto__', 'x']);
      expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('[K63] a node may be called __proto__', () => {
    expect(resolve('${__proto__.output}')).toEqual({ ok: true, value: 'proto' });
  });
});

describe('defaults', () => {
  it.each<[string, Json]>([
    ['${zz.output.x|GM! How can I help?}', 'GM! How can I help?'],
    ['Hi ${zz.output|friend} there', 'Hi friend there'],
    ['${zz.output|}', ''],
    ['${a.output.e|d}', ''],
    ['${a.output.nul|d}', null],
    ['${flag.output|d}', false],
    ['${a.outputs[9].x|d}', 'd'],
    ['${a.outputs[-9]|d}', 'd'],
    ['${zz.output|$& $1}', '$& $1'],
    ['${zz.output:json|as written}', 'as written'],
    ['${zz.status|unknown}', 'unknown'],
    ['${inputs.absent|d}', 'd'],
    ['<${inputs.absent|d}>', '<d>'],
    ['${now.date("Mars/Base")|someday}', 'someday'],
  ])('[K64] %s gives %j', (text, value) => {
    expect(resolve(text)).toEqual({ ok: true, value });
  });

  it('[K64] the trigger of a run without input has no value', () => {
    const over = scopeOf({});
    expect(resolve('${trigger|}', over)).toEqual({ ok: true, value: '' });
    expect(resolve('${trigger}', over)).toMatchObject({ ok: false });
  });

  const reference = (node: string, fallback?: string | Reference): Reference => ({
    source: { kind: 'node', node },
    select: 'newest',
    path: [],
    text: `@${node}`,
    ...(fallback === undefined ? {} : { default: fallback }),
  });
  it.each<[string, Reference, Json | undefined]>([
    ['a reference', reference('zz', reference('flag')), false],
    ['a missing reference', reference('zz', reference('yy')), undefined],
    ['a missing reference with a text', reference('zz', reference('yy', 'last')), 'last'],
    ['a chain', reference('zz', reference('yy', reference('flag'))), undefined],
  ])('[K64] a default may be a reference, once: %s', (_title, outer, value) => {
    expect(resolveReference(outer, scope)).toEqual(value);
    const text: Template = { kind: 'text', parts: ['<', outer, '>'] };
    expect(resolveTemplate(text, scope)).toEqual(
      value === undefined
        ? { ok: false, missing: [outer] }
        : { ok: true, value: `<${textOf(value)}>` },
    );
  });
});

describe('missing references', () => {
  it('[K67] all are named at once, each once, in order of writing', () => {
    const resolved = resolve({
      one: '${m1.output} and ${a.output.zz} and ${m1.output}',
      two: ['${m2.status}', { three: '${m1.output}' }, '${a.output.x}', '${m3.output|d}'],
      four: '${now.date("Mars/Base")}',
      five: '${inputs.absent.deeper}',
    });
    expect(resolved.ok ? [] : unresolvedNames(resolved.missing, ({ text }) => text)).toEqual([
      '${m1.output}',
      '${a.output.zz}',
      '${m2.status}',
      '${now.date("Mars/Base")}',
      '${inputs.absent.deeper}',
    ]);
  });

  it('[K67] a single missing reference is named too', () => {
    const { template } = parseTemplate('${zz.output}');
    expect(resolveTemplate(template, scope)).toEqual({
      ok: false,
      missing: referencesOf(template),
    });
  });

  it('[K67] all references of a template can be listed', () => {
    const { template } = parseTemplate({ a: ['${x.output}', 1], b: 'to ${y.status} ${x.output}' });
    expect(referencesOf(template).map(({ text }) => text)).toEqual([
      '${x.output}',
      '${y.status}',
      '${x.output}',
    ]);
    const inner = referencesOf(parseTemplate('${d.output}').template)[0]!;
    const outer = { ...inner, text: 'outer', default: inner };
    expect(referencesOf({ kind: 'reference', reference: outer })).toEqual([outer, inner]);
  });
});

describe('now', () => {
  it.each<[string, Json]>([
    ['${now}', '2026-02-28T09:30:00.123Z'],
    ['${now.date}', '2026-02-28'],
    ['${now.ms}', 1_772_271_000_123],
    ['${now.date("Europe/Brussels")}', '2026-02-28'],
    ['on ${now.date}', 'on 2026-02-28'],
  ])('[K66] %s gives %j', (text, value) => {
    expect(resolve(text)).toEqual({ ok: true, value });
  });

  it('[K66] a date in a zone that the event did not bring is missing', () => {
    expect(resolve('${now.date("Mars/Base")}')).toMatchObject({ ok: false });
  });
});
