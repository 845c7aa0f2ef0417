// Goal: what a user of the command line sees of pipelines. The real command, in a folder of its own.
import type { Json, JsonObject } from '@skein/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import { callSkein } from '../call-skein.ts';
import { folderWith } from '../spawn-skein.ts';

const id = (n: number) => `6f0c1d3e-52a4-4b8e-9a57-${String(n).padStart(12, '0')}`;
const llm = (n: number, system_prompt: string): JsonObject => ({
  uuid: id(n),
  name: `Step ${n}`,
  type: 'custom_llm',
  model: 'm',
  system_prompt,
});
const checker = (n: number, path: string, target_value: Json): JsonObject => ({
  uuid: id(n),
  name: `Step ${n}`,
  type: 'stop_checker',
  stop_conditions: [
    {
      step_definition_uuid: id(n - 1),
      extraction_json_path: path,
      operator: 'equals',
      target_value,
    },
  ],
});
const pipeline = (...steps: readonly JsonObject[]): JsonObject => ({
  uuid: id(0),
  name: 'Test',
  steps,
});

const two = pipeline(llm(1, 'A <<trigger_output>>'), llm(2, `B <<step_output.${id(1)}>>`));
const { folder, remove } = folderWith({
  'two.json': two,
  'paused.json': { ...two, policy: { maxSteps: 1, onLimit: 'pause' } },
  'forward.json': pipeline(llm(1, `<<step_output.${id(2)}>>`), llm(2, '<<trigger_output>>')),
  'pattern.json': pipeline(llm(1, '<<trigger_output>>'), checker(2, "$[?match(@.a, '(a+)+b')]", 1)),
  'both.json': pipeline(llm(1, `<<step_output.${id(2)}>>`), checker(2, '$..', 1)),
  'stop.json': pipeline(
    llm(1, '<<trigger_output>>'),
    checker(2, '$.stop', true),
    llm(3, '<<trigger_output>>'),
  ),
  'empty.json': pipeline(),
  'native.json': {
    skein: 1,
    id: 'n',
    nodes: [
      { id: 'a', type: 'llm', name: 'A', config: { prompt: 'Hi ${trigger}' } },
      { id: 'b', type: 'if', config: { condition: true } },
    ],
    edges: [{ from: 'a', to: 'b' }],
  },
});
afterAll(remove);

const run = (...given: readonly string[]) => callSkein(given, { cwd: folder });
const json = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as JsonObject;

describe.concurrent('pipelines on the command line', () => {
  it('[PL17] run and are shown in their own shape', async () => {
    const ran = await run(
      'run',
      'two.json',
      '--dialect',
      'pipeline',
      '--view',
      'pipeline',
      '--input',
      '"x"',
      '--json',
    );
    expect(ran.code).toBe(0);
    expect(json(ran)).toMatchObject({
      workflow_definition_uuid: id(0),
      status: 'completed',
      step_instances: [
        { llm_definition_uuid: id(1), input_data: { system_prompt: 'A x' } },
        { llm_definition_uuid: id(2), input_data: { system_prompt: 'B A x' } },
      ],
    });
  });

  it('[PL17] that pause end with 3 and are waiting', async () => {
    const ran = await run('run', 'paused.json', '--view', 'pipeline', '--input', '"x"', '--json');
    expect(ran.code).toBe(3);
    expect(json(ran)).toMatchObject({ status: 'waiting' });
  });

  it('[PL21] that stop end with 0, and start no later step', async () => {
    const ran = await run(
      'run',
      'stop.json',
      '--view',
      'pipeline',
      '--input',
      '{"stop": true}',
      '--json',
    );
    // The offline model answers with the prompt, a fence of JSON, which is read as JSON.
    expect(json(ran)).toMatchObject({ status: 'stopped' });
    const stopped = await run(
      'run',
      'stop.json',
      '--view',
      'pipeline',
      '--input',
      '"{\\"stop\\": true}"',
      '--json',
    );
    expect(stopped.code).toBe(0);
    expect(json(stopped)).toMatchObject({
      status: 'stopped',
      step_instances: [{}, { input_data: { conditions: [{ extracted: true, result: true }] } }],
    });
  });

  it('[PL17] with mistakes are refused, with the places in their own document', async () => {
    const [forward, pattern, empty] = await Promise.all([
      run('validate', 'forward.json', '--json'),
      run('validate', 'pattern.json', '--json'),
      run('run', 'empty.json', '--input', '1', '--json'),
    ]);
    expect(forward.code).toBe(2);
    expect(json(forward)).toMatchObject({
      diagnostics: [{ code: 'STEP_NOT_EARLIER', pointer: '/steps/0/system_prompt' }],
    });
    expect(pattern.code).toBe(2);
    expect(json(pattern)).toMatchObject({
      diagnostics: [
        { code: 'BAD_CONFIG', pointer: '/steps/1/stop_conditions/0/extraction_json_path' },
      ],
    });
    expect(empty.code).toBe(2);
  });

  it('[PL2] all that is wrong is said at once, paths of checkers included', async () => {
    const { diagnostics } = json(await run('validate', 'both.json', '--json'));
    expect(diagnostics).toMatchObject([
      { code: 'STEP_NOT_EARLIER', pointer: '/steps/0/system_prompt' },
      { code: 'BAD_CONFIG', pointer: '/steps/1/stop_conditions/0/extraction_json_path' },
    ]);
  });

  it('[PL17] are converted to native form and back, and native ones as far as they can be', async () => {
    const native = await run('convert', 'two.json', '--to', 'native');
    expect(native.code).toBe(0);
    const written = JSON.parse(native.stdout) as Json;
    const other = folderWith({ 'two.native.json': written });
    const back = await callSkein(['convert', 'two.native.json', '--to', 'pipeline'], {
      cwd: other.folder,
    });
    other.remove();
    expect(JSON.parse(back.stdout)).toEqual(two);
    const lossy = await run('convert', 'native.json', '--to', 'pipeline');
    expect(JSON.parse(lossy.stdout)).toMatchObject({
      uuid: 'n',
      steps: [{ name: 'A', type: 'custom_llm' }],
    });
    expect(lossy.stderr).toContain('EXPORT_LOSS');
  });
});
