// Goal: what is written in native syntax is what was meant: every reference survives being written and read.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatReference } from '../../src/references/format-reference.ts';
import { formatText } from '../../src/references/format-text.ts';
import { parseTemplate } from '../../src/templates/parse-template.ts';
import { parseText } from '../../src/templates/parse-text.ts';
import { resolveTemplate } from '../../src/references/resolve-template.ts';
import { isExpression, type Reference } from '../../src/references/template.ts';
import { unresolvedNames } from '../../src/references/unresolved.ts';
import { outputsOf, scopeOf } from './scope-of.ts';

const anyId = fc.oneof(
  fc.constantFrom('a', 'my-node', 'now', 'trigger', 'run', '__proto__', 'a b', '}', '${x}', '|"'),
  fc.string({ minLength: 1 }),
);
const segment = fc.oneof(anyId, fc.integer({ min: -9, max: 9 }));
const source = fc.oneof(
  fc.record({ kind: fc.constant('node' as const), node: anyId }),
  fc.record({ kind: fc.constantFrom('trigger', 'inputs', 'previous', 'context') }),
);
const bare = fc.record({
  source,
  select: fc.constant('newest' as const),
  path: fc.array(segment, { maxLength: 3 }),
});
const withDefault = (fallback: fc.Arbitrary<string | Reference>) =>
  fc.tuple(bare, fc.option(fallback), fc.option(anyId)).map(([reference, chosen, run]) => ({
    ...reference,
    text: '',
    ...(chosen === null ? {} : { default: chosen }),
    ...(run === null ? {} : { run }),
  })) as fc.Arbitrary<Reference>;
const anyDefault = fc.oneof(fc.string(), fc.constantFrom('0', 'true', 'null', '-1.5'));
const anyReference = withDefault(fc.oneof(anyDefault, withDefault(anyDefault)));

function plain(reference: Reference): unknown {
  const { text: _, default: fallback, ...rest } = reference;
  if (fallback === undefined) return rest;
  return { ...rest, default: typeof fallback === 'string' ? fallback : plain(fallback) };
}

describe('writing references', () => {
  it('[K80] reads back what was written, with defaults of every kind', () => {
    fc.assert(
      fc.property(anyReference, (reference) => {
        const { parts, problems } = parseText(formatReference(reference));
        expect(problems).toEqual([]);
        expect(parts).toHaveLength(1);
        expect(plain(parts[0] as Reference)).toEqual(plain(reference));
      }),
    );
  });

  it('[K80] reads back whole texts, whatever stands between the references', () => {
    const noEmpty = fc.array(fc.tuple(fc.string({ minLength: 1 }), anyReference), { minLength: 1 });
    fc.assert(
      fc.property(noEmpty, (pairs) => {
        const { parts, problems } = parseText(formatText(pairs.flat()));
        expect(problems).toEqual([]);
        expect(
          parts.map((part) =>
            typeof part === 'string' || isExpression(part) ? part : plain(part),
          ),
        ).toEqual(pairs.flatMap(([text, reference]) => [text, plain(reference)]));
      }),
    );
  });
});

describe('defaults after ??', () => {
  const scope = scopeOf({ outputs: outputsOf({ a: { x: 3, nul: null } }) });
  const resolve = (text: string) => resolveTemplate(parseTemplate(text).template, scope);

  it.each([
    ['${z.output??"} ${a} \\"q\\""}', '} ${a} "q"'],
    ['${z.output??a.output.x}', 3],
    ['is ${z.output??a.output.x}', 'is 3'],
    ['${z.output??y.output|text}', 'text'],
    ['${z.output??y.output??"te}xt"}', 'te}xt'],
    ['${a.output.nul??"d"}', null],
  ])('[K80] %s gives %j', (text, value) => {
    expect(resolve(text)).toEqual({ ok: true, value });
  });

  it('[K80] names the reference when its default lacks a value too', () => {
    const resolved = resolve('${z.output??y.output}');
    expect(resolved.ok ? [] : unresolvedNames(resolved.missing, ({ text }) => text)).toEqual([
      '${z.output??y.output}',
    ]);
  });

  it.each(['${a.output??}', '${a.output??b.output??c.output}', '${a.output??"open}', '${??"x"}'])(
    '[K80] %s does not parse',
    (text) => {
      expect(parseTemplate(text).problems).toHaveLength(1);
    },
  );
});

describe('references of one run', () => {
  const resolve = (text: string, run: string) =>
    resolveTemplate(
      parseTemplate(text).template,
      scopeOf({ run, outputs: outputsOf({ a: 1, run: 2 }) }),
    );

  it('[K81] have a value in that run only', () => {
    expect(resolve('${run("r-1").a.output}', 'r-1')).toEqual({ ok: true, value: 1 });
    expect(resolve('${run("r-1").a.output|none}', 'r-2')).toEqual({ ok: true, value: 'none' });
    expect(resolve('${run("r-1").a.output}', 'r-2').ok).toBe(false);
  });

  it('[K81] leave a node called run alone', () => {
    expect(resolve('${run.output}', 'r-1')).toEqual({ ok: true, value: 2 });
    for (const text of ['${run("r").}', '${run(r).a.output}', '${run("r")a.output}']) {
      expect(parseTemplate(text).problems).toHaveLength(1);
    }
  });
});
