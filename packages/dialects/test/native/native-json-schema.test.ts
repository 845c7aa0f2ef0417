import { checkJsonSchema } from '@skein/agents';
import type { Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { compileNative, native, nativeJsonSchema } from '../../src/index.ts';
import { brokenDefinitions } from './broken-definitions.ts';

/** What the schema can see: everything but what nodes and edges say about each other, and numbers that JSON cannot hold. */
const shapeCodes = new Set(['WRONG_TYPE', 'MISSING_KEY', 'BAD_VALUE', 'UNKNOWN_KEY']);
/** Rules that are written in code beside the shapes, and a number that no JSON text can hold. */
const beyondSchema = new Set(['n-of without n', 'steps that are endless']);

describe('nativeJsonSchema', () => {
  const schema = nativeJsonSchema();
  const validate = (definition: unknown) =>
    // As a thread of its own does it: large ones take more steps than others would wait for.
    checkJsonSchema(schema, definition as Json, { isAlone: true }).result === 'fits';

  it.each(brokenDefinitions.filter(([title]) => !beyondSchema.has(title)))(
    '[N21] agrees about %s',
    (title, definition) => {
      const found = compileNative(definition).diagnostics;
      const isAdvice = (code: string, severity: string): boolean =>
        code === 'MISSING_KEY' && severity === 'warning';
      const isMisshapen = found.some(
        ({ code, severity }) => shapeCodes.has(code) && !isAdvice(code, severity),
      );
      const lacksNumber = title === 'no format number';
      expect(validate(definition)).toBe(!isMisshapen && !lacksNumber);
    },
  );

  it('[N21] accepts a full definition', () => {
    const full = {
      $schema: './native.schema.json',
      skein: 1,
      id: 'f',
      name: 'F',
      description: '',
      entry: ['s'],
      trigger: null,
      studio: {},
      policy: {
        schedule: 'superstep',
        maxSteps: 5,
        maxPasses: null,
        maxRepeats: 3,
        timeoutMs: null,
        window: 5,
        concurrency: 16,
        whileWaiting: 'hold',
        onError: 'continue',
        onUnresolved: 'pend',
        onLimit: 'pause',
        countsFrom: 'answer',
        budget: { tokens: null, usd: 0.5 },
      },
      nodes: [
        { id: 's', type: 'start', config: { schema: { type: 'object' } } },
        {
          id: 'm',
          type: 'map',
          join: 'n-of',
          n: 1,
          effect: 'guarded',
          mutex: 'x',
          timeoutMs: 5,
          retry: null,
          cancels: ['s'],
          requireOneOf: [['input']],
          input: { input: { required: true } },
          config: {
            items: '${trigger}',
            atLeast: 1,
            rest: 'finish',
            workflow: { nodes: [{ id: 'x', type: 'delay', config: { until: '2030-01-01' } }] },
          },
        },
        { id: 'g', type: 'agent', config: { tools: ['a'], approve: ['a'], turns: 'one' } },
      ],
      edges: [
        {
          id: 'e',
          from: 's',
          out: 'output',
          to: 'm',
          in: 'input',
          when: null,
          priority: -1,
          kind: 'flow',
          loop: null,
          carry: 'value',
        },
        { from: 'm', to: 'g' },
      ],
    } satisfies Json;
    expect(validate(full)).toBe(true);
    expect(compileNative(full).diagnostics.filter(({ severity }) => severity === 'error')).toEqual(
      [],
    );
  });

  it('[N21] is what the dialect gives', () => {
    expect(native.schema()).toEqual(nativeJsonSchema());
  });
});
