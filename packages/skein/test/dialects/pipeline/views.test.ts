// Goal: runs of pipelines are shown in the shape of their format, value by value.
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/index.ts';
import {
  id,
  output,
  llm,
  pipeline,
  type Shown,
  run,
  promptsOf,
  anyId,
  anyTime,
  completedStep,
} from './run-pipeline.ts';

describe('the view of a run', () => {
  it('[PL17][PL18][PL19] has the fields of the original, in step instances and outputs', async () => {
    const script = { replies: [{ text: 'Hello Ann' }, { text: '{"ok": true}' }] };
    const definition = pipeline(llm(1, 'Greet <<trigger_output>>'), llm(2, `Check ${output(1)}`));
    const { view, result } = await run(definition, { name: 'Ann' }, { script });
    const instance = (n: number, prompt: string, text: string) => ({
      ...completedStep(result.id),
      llm_definition_uuid: id(n),
      messages: [
        { role: 'system', content: prompt },
        { role: 'user', content: 'Proceed as instructed.' },
        { role: 'assistant', content: text },
      ],
      input_data: { system_prompt: prompt },
      output: { uuid: anyId, raw_data: text, summary: text, markdown_representation: text },
    });
    const markdown = '```json\n{\n  "name": "Ann"\n}\n```';
    expect(view).toEqual({
      uuid: result.id,
      user_id: 'u',
      workflow_definition_uuid: id(0),
      status: 'completed',
      trigger_output: {
        uuid: anyId,
        raw_data: { name: 'Ann' },
        summary: 'An object with 1 key: name.',
        markdown_representation: markdown,
      },
      step_instances: [
        instance(1, `Greet ${markdown}`, 'Hello Ann'),
        instance(2, 'Check Hello Ann', '{"ok": true}'),
      ],
      created_at: anyTime,
      updated_at: anyTime,
    });
    expect(result.output).toBe('{"ok": true}');
  });

  it('[PL17] ids of outputs and instances are those of the run, the same every time', async () => {
    const engine = await createEngine();
    const { id: started } = await engine.runs.start(pipeline(llm(1, '<<trigger_output>>')), {
      input: 'a',
    });
    await engine.runs.finished(started);
    const first = await engine.runs.view(started, 'pipeline');
    expect(await engine.runs.view(started, 'pipeline')).toEqual(first);
    const native = await engine.runs.view(started, 'native');
    const shown = (first as unknown as Shown).step_instances[0]?.['output'] as JsonObject;
    const kept = (native['outputs'] as { [id: string]: readonly JsonObject[] })[id(1)];
    expect(kept?.[0]?.['id']).toBe(shown['uuid']);
    await engine.close();
  });

  it('[PL17] a pipeline is saved under its uuid', async () => {
    const engine = await createEngine();
    const saved = await engine.workflows.save(pipeline(llm(1, '<<trigger_output>>')));
    expect(saved.id).toBe(id(0));
    await engine.close();
  });

  it('[PL18] a step that fails shows why, and later ones have no instance', async () => {
    const script = { replies: [{ error: { status: 400, message: 'no such model' } }] };
    const { view, result } = await run(
      pipeline(llm(1, '<<trigger_output>>'), llm(2, output(1))),
      'a',
      { script },
    );
    expect(view).toMatchObject({
      status: 'failed',
      step_instances: [{ status: 'failed', error_message: 'no such model', output: null }],
    });
    expect(view.step_instances).toHaveLength(1);
    expect(result.status).toBe('failed');
  });

  it('[PL20] a missing input is reported in the words of the prompt', async () => {
    const { view, result } = await run(pipeline(llm(1, 'Greet <<trigger_output>>')));
    const message =
      '<<trigger_output>> could not be resolved: the run has no input. Start the run with it.';
    expect(view.step_instances).toMatchObject([{ status: 'failed', error_message: message }]);
    expect(result.error?.message).toBe(message);
  });

  it('[PL18] a step with a schema has the parsed answer as its output', async () => {
    const script = { replies: [{ text: '```json\n{"spam": true}\n```' }] };
    const schema = { type: 'object', properties: { spam: { type: 'boolean' } } };
    const definition = pipeline({ ...llm(1, 'Read <<trigger_output>>'), schema });
    const { view } = await run(definition, 'a mail', { script });
    expect(view.step_instances).toMatchObject([{ output: { raw_data: { spam: true } } }]);
  });

  it('[PL21] a checker reads JSON in a Markdown fence', async () => {
    const script = { replies: [{ text: '```json\n{"spam": true}\n```' }] };
    const condition = {
      step_definition_uuid: id(1),
      extraction_json_path: '$.spam',
      operator: 'equals',
      target_value: true,
    };
    const checker = {
      uuid: id(2),
      name: 'Stop',
      type: 'stop_checker',
      stop_conditions: [condition],
    };
    const definition = pipeline(llm(1, 'Read <<trigger_output>>'), checker);
    expect((await run(definition, 'a mail', { script })).view.status).toBe('stopped');
  });

  it('[PL17] a run that was cancelled shows that, and its step too', async () => {
    const script = { replies: [{ text: 'late', delayMs: 60_000 }] };
    const engine = await createEngine({ script });
    const { id: started } = await engine.runs.start(pipeline(llm(1, '<<trigger_output>>')), {
      input: 'a',
    });
    expect(await engine.runs.view(started, 'pipeline')).toMatchObject({ status: 'running' });
    await engine.runs.cancel(started);
    await engine.runs.finished(started);
    expect(await engine.runs.view(started, 'pipeline')).toMatchObject({
      status: 'cancelled',
      step_instances: [{ status: 'cancelled', output: null }],
    });
    await engine.close();
  });

  it('[PL17] a workflow that is switched off still runs when a person starts it', async () => {
    const definition = { ...pipeline(llm(1, '<<trigger_output>>')), is_active: false };
    expect((await run(definition, 'a')).view.status).toBe('completed');
  });

  it('[PL17] a run that a limit paused is waiting', async () => {
    const policy = { maxSteps: 1, onLimit: 'pause' };
    const definition = { ...pipeline(llm(1, '<<trigger_output>>'), llm(2, output(1))), policy };
    const { view, result } = await run(definition, 'a');
    expect(result.status).toBe('waiting');
    expect(view.status).toBe('waiting');
    expect(view.step_instances.map(({ status }) => status)).toContain('completed');
  });
});

describe('two dialects', () => {
  it('[PL7] the same chain in native form gives the same outputs', async () => {
    const native = {
      skein: 1,
      nodes: [
        {
          id: 'a',
          type: 'llm',
          config: { system: 'A ${trigger:markdown}', prompt: 'Proceed as instructed.' },
        },
        {
          id: 'b',
          type: 'llm',
          config: { system: 'B ${a.output:markdown}', prompt: 'Proceed as instructed.' },
        },
      ],
      edges: [{ from: 'a', to: 'b' }],
    };
    const [one, other] = await Promise.all([
      run(pipeline(llm(1, 'A <<trigger_output>>'), llm(2, `B ${output(1)}`)), { x: 1 }),
      run(native, { x: 1 }),
    ]);
    expect(one.result.output).toBe(other.result.output);
    expect(promptsOf(one.view)).toEqual(promptsOf(other.view));
  });
});
