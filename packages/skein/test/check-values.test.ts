// Goal: whatever a run checks may be large. Method: a schema that needs more steps than a value gets where others wait; only a thread can say
// that the value fits, or what does not.
import { scriptedModel } from '@skein/agents';
import { expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../src/index.ts';
import { checkValues, checkValuesHere } from '../src/parts/check-values.ts';
import { checkJsonSchema } from '@skein/dialects';
import type { Json } from '@skein/kernel';

const item = { type: 'integer', minimum: 1, maximum: 9, not: { const: 8 } };
const schema = { type: 'array', items: item };
const args = { type: 'object', properties: { rows: schema }, required: ['rows'] };
const rows = (last: Json): Json => [...Array<number>(40_000).fill(1), last];

const reply = (last: Json) => JSON.stringify(rows(last));

it('[X860] arguments of functions, results of code and replies of models are checked by threads, and the words are those of a small value', async () => {
  const engine = await createEngine({
    functions: {
      count: { args, run: ({ rows: given }: { rows: readonly Json[] }) => given.length },
    },
    models: {
      model: (name) => scriptedModel({ otherwise: reply(name === 'bad' ? 'x' : 2) }).model(name),
    },
  });
  onTestFinished(() => engine.close());
  const run = async (type: string, config: object, input: Json = null) => {
    const workflow = { skein: 1, id: type, nodes: [{ id: 'n', type, config }] };
    const { id } = await engine.runs.start(workflow, { input });
    const ended = await engine.runs.finished(id);
    return ended.status === 'completed' ? ended.output : JSON.stringify(ended);
  };
  const counted = (last: Json) =>
    run('function', { name: 'count', args: { rows: '${trigger.rows}' } }, { rows: rows(last) });
  expect(await counted(2)).toBe(40_001);
  expect(await counted('x')).toMatch('/rows/40000 must be a whole number');
  const asked = (model: string) => run('llm', { model, prompt: 'Rows?', schema });
  expect(await asked('good')).toHaveLength(40_001);
  expect(await asked('bad')).toMatch('/40000 must be a whole number');
  const made = (last: string) =>
    run('code', { code: `return [...Array(40000).fill(1), ${last}]`, schema });
  expect(await made('2')).toHaveLength(40_001);
  expect(await made('"x"')).toMatch('/40000 must be a whole number');
});

it('[X870] changed arguments of an approval may be large too', async () => {
  const taken: Json[] = [];
  const take = {
    description: 'Takes rows.',
    parameters: args,
    run: ({ rows: given }: { rows: readonly Json[] }) => void taken.push(given.length),
  };
  const engine = await createEngine({ tools: { take } });
  onTestFinished(() => engine.close());
  const config = { tool: 'take', args: { rows: [1] }, approve: true };
  const { id } = await engine.runs.start({ skein: 1, nodes: [{ id: 'n', type: 'tool', config }] });
  await engine.runs.settled(id);
  const approve = (last: Json) =>
    engine.waits.answer({ run: id }, { decision: 'approve', arguments: { rows: rows(last) } });
  await expect(approve('x')).rejects.toThrow('/rows/40000 must be a whole number');
  await approve(2);
  await engine.runs.finished(id);
  expect(taken).toEqual([40_001]);
});

it('[X860] a small value is not sent anywhere; a large text or list is, and the check here then says what was found out', async () => {
  const checks = checkValues();
  onTestFinished(() => checks.close());
  expect(checks.ahead(schema, [1, 'x'], {})).toBeUndefined();
  const large = rows('x');
  expect(checkJsonSchema(schema, large).result).toBe('too-costly');
  await checks.ahead(schema, large, { isPatient: true });
  expect(checkJsonSchema(schema, large)).toEqual({
    result: 'misfit',
    problems: ['/40000 must be a whole number'],
  });
  const short = { maxLength: 2 };
  const text = 'x'.repeat(200_000);
  await checks.ahead(short, text, {});
  expect(checkJsonSchema(short, text).result).toBe('misfit');
});

it('[X860] where nobody else waits, it is found out at once', () => {
  const large = rows(2);
  expect(checkValuesHere(schema, large, {})).toBeUndefined();
  expect(checkJsonSchema(schema, large).result).toBe('fits');
});
