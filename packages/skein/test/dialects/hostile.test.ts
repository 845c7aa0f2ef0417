// Goal: what a model, a person or a caller says is data in every dialect, and no definition keeps anyone waiting.
// Method: the rows of dialect-rows.ts, with texts that mean something in one dialect or another, and with bombs.
import { dialectNames } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import { cpuMs } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { createEngine, type RunJson } from '../../src/index.ts';
import { dialectRows } from './dialect-rows.ts';

const placeholders = [
  '${previous}',
  '${trigger}',
  '${first.output|x}',
  '$${trigger}',
  '{{PREVIOUS_OUTPUT}}',
  '<<trigger_output>>',
  '<<step_output.6f0c1d3e-52a4-4b8e-9a57-000000000001>>',
  '<<CURRENT_DATE>>',
  '@{SESSION_ID}.first',
  '@{SESSION_ID}.input|x',
  '@{SESSION_ID}.root.response',
  '{{trigger}}',
];
const replacements = ['$&', '$1', '$`', "$'", '$$', '$<n>', '\\1', '%s', '\\u0041'];
const names = ['__proto__', 'constructor', 'toString', 'null', 'undefined', '[object Object]'];
const code = ['${process.exit(1)}', '`${1+1}`', 'constructor.constructor("return 1")()', '"]}//'];
const hostile = [...placeholders, ...replacements, ...names, ...code];

async function run(definition: object, input: Json): Promise<RunJson> {
  const engine = await createEngine();
  try {
    const { id } = await engine.runs.start(definition, { input });
    return await engine.runs.settled(id);
  } finally {
    await engine.close();
  }
}

describe('what must hold for every dialect', () => {
  it('[C33] has a row for each of them', () => {
    const rows = dialectRows.map(({ dialect }) => dialect);
    expect(rows.toSorted()).toEqual([...dialectNames()].toSorted());
  });
});

const passing = dialectRows.flatMap((row) =>
  [...hostile, hostile.join(' ')].map((text) => ({ ...row, text })),
);

it.each(passing)('[C33] $dialect passes $text on as it is', async ({ chain, textOf, text }) => {
  const { status, output } = await run(chain.definition, text);
  expect({ status, text: textOf(output) }).toEqual({
    status: 'completed',
    text: `${chain.before}${text}`,
  });
});

const comparing = dialectRows.flatMap(({ dialect, compare, textOf }) =>
  hostile.flatMap((text) => {
    const definition = compare?.(text) ?? null;
    return definition === null ? [] : [{ dialect, definition, textOf, text }];
  }),
);

it.each(comparing)(
  '[C33] $dialect compares $text as it is',
  async ({ definition, textOf, text }) => {
    const same = await run(definition, text);
    const other = await run(definition, 'something else');
    expect(textOf(other.output)).toBe('NO');
    expect(textOf(same.output)).not.toBe('NO');
    expect(['completed', 'stopped']).toContain(same.status);
  },
);

const templating = dialectRows.flatMap(({ dialect, placeholders: many }) =>
  many === null ? [] : [{ dialect, many }],
);

it.each(templating)('[C31] $dialect refuses a million placeholders at once', async ({ many }) => {
  const definition = many(1_000_000);
  const engine = await createEngine();
  const begun = cpuMs();
  const found = engine.workflows.validate(definition);
  const took = cpuMs() - begun;
  expect(found.filter(({ severity }) => severity === 'error')).toHaveLength(1);
  // What is wrong is said once, not for each of them.
  expect(found.length).toBeLessThan(5);
  // Below 100 ms when nobody else is at work; reading or hashing them all takes longer.
  expect(took).toBeLessThan(500);
  const few = await run(many(1000), 'x');
  expect(few.status).toBe('completed');
  await engine.close();
});

it('[C31] a text that doubles in every round ends at a limit', async () => {
  const { status, error } = await run(
    {
      skein: 1,
      nodes: [
        { id: 'first', type: 'transform', config: { value: 'x' } },
        { id: 'double', type: 'transform', config: { value: '${previous}${previous}' } },
      ],
      edges: [
        { from: 'first', to: 'double' },
        { from: 'double', to: 'double', when: { left: '${trigger}', op: 'truthy' } },
      ],
    },
    'go on',
  );
  expect({ status, code: error?.code }).toEqual({ status: 'failed', code: 'VALUE_TOO_LARGE' });
});
