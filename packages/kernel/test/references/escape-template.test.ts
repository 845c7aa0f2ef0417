import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeTemplate } from '../../src/references/escape-template.ts';
import { parseTemplate } from '../../src/templates/parse-template.ts';
import { resolveTemplate } from '../../src/references/resolve-template.ts';
import { anyText } from './any-text.ts';
import { outputsOf, scopeOf } from './scope-of.ts';

const scope = scopeOf({ outputs: outputsOf({ x: 'X' }) });
const resolved = (text: string) => resolveTemplate(parseTemplate(text).template, scope);

describe('escapes', () => {
  it.each([
    ['$${x.output}', '${x.output}'],
    ['$$${x.output}', '$X'],
    ['$$$${x.output}', '$${x.output}'],
    ['$$$$${x.output}', '$$X'],
    ['$5 and $$ and $ {x} and {x}', '$5 and $$ and $ {x} and {x}'],
    ['{${x.output}}', '{X}'],
    ['${x.output}$${x.output}${x.output}', 'X${x.output}X'],
    ['${x.output}{', 'X{'],
    ['$${', '${'],
    ['$${${x.output}', '${X'],
  ])('[K61] %s gives %s', (text, value) => {
    expect(parseTemplate(text).problems).toEqual([]);
    expect(resolved(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['${x}', '$${x}'],
    ['$${x}', '$$$${x}'],
    ['costs $5 {each}', 'costs $5 {each}'],
    ['$', '$'],
    ['', ''],
  ])('[K61] %s is escaped as %s', (text, escaped) => {
    expect(escapeTemplate(text)).toBe(escaped);
  });

  it('[K61] an escaped text resolves to itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { template, problems } = parseTemplate(escapeTemplate(text));
        expect(problems).toEqual([]);
        expect(resolveTemplate(template, scope)).toEqual({ ok: true, value: text });
      }),
      { numRuns: 1000 },
    );
  });

  it('[K61] escaped texts can be joined with references', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const start = escapeTemplate(before, { beforeReference: true });
        const text = `${start}\${x.output}${escapeTemplate(after)}`;
        expect(resolved(text)).toEqual({ ok: true, value: `${before}X${after}` });
      }),
      { numRuns: 1000 },
    );
  });
});
