// Goal: a dialect is another way to say the same. Method: each small workflow of the table is converted into every other
// dialect; where nothing is lost on the way, both are run with the same input and must say the same.
import {
  compileDefinition,
  dialectNames,
  exportDefinition,
  findDialect,
  type DialectName,
} from '@skein/dialects';
import type { Json, JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { createEngine } from '../../src/index.ts';
import { dialectRows } from './dialect-rows.ts';

const workflows = dialectRows.flatMap(({ dialect, chain, compare }) => {
  const comparing = compare?.('cats') ?? null;
  return [
    { dialect, name: 'chain', definition: chain.definition },
    ...(comparing === null ? [] : [{ dialect, name: 'compare', definition: comparing }]),
  ];
});

const converted = workflows.flatMap(({ dialect, name, definition }) =>
  dialectNames().flatMap((target) => {
    const result = target === dialect ? null : convert(definition, target);
    return result === null ? [] : [{ dialect, target, name, definition, result }];
  }),
);

function convert(definition: JsonObject, target: DialectName): object | null {
  const { workflow } = compileDefinition(definition);
  const dialect = findDialect(target);
  if (workflow === null || dialect === null) return null;
  const { definition: result, losses } = exportDefinition(workflow, dialect);
  const { graph } = compileDefinition(result, { dialect: target });
  return losses.length > 0 || graph === null ? null : (result as object);
}

async function outputOf(definition: object, dialect: DialectName, input: Json): Promise<Json> {
  const engine = await createEngine();
  try {
    const { id } = await engine.runs.start(definition, { input, dialect });
    const { status, output } = await engine.runs.finished(id);
    return [status, output];
  } finally {
    await engine.close();
  }
}

it.each(converted)(
  '[C32] $name of $dialect says the same in $target',
  async ({ dialect, target, definition, result }) => {
    for (const input of ['cats', 'dogs']) {
      const before = await outputOf(definition, dialect, input);
      expect(await outputOf(result, target, input)).toEqual(before);
    }
  },
);

it.each(dialectRows)('[C32] $dialect: the chain says what the second reply says', async (row) => {
  const engine = await createEngine({ script: { replies: [{ text: 'one' }, { text: 'two' }] } });
  const { id } = await engine.runs.start(row.chain.definition, { input: 'cats' });
  const { status, output } = await engine.runs.finished(id);
  expect([status, row.textOf(output)]).toEqual(['completed', 'two']);
  await engine.close();
});

it('[C32] these can say each other’s workflows without a loss', () => {
  const ways = converted.map(({ dialect, target, name }) => `${name}: ${dialect} → ${target}`);
  expect(ways).toEqual([
    'chain: native → dataflow',
    'compare: native → dataflow',
    'chain: session-graph → native',
    'compare: session-graph → native',
    'chain: dataflow → native',
    'compare: dataflow → native',
    'chain: agent-graph → native',
    'chain: canvas → native',
    'compare: canvas → native',
    'chain: pipeline → native',
    'compare: pipeline → native',
  ]);
});
