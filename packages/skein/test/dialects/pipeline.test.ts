// Goal: pipelines run on the real engine as their format says, and are shown in its shape, value by value.
import type { Json, JsonObject } from '@skein/kernel';
import type { LanguageModel, ModelReply, ModelRequest } from '@skein/ports';
import { describe, expect, it } from 'vitest';
import { createEngine, type CreateEngineOptions } from '../../src/index.ts';

const id = (n: number) => `6f0c1d3e-52a4-4b8e-9a57-${String(n).padStart(12, '0')}`;
const output = (n: number) => `<<step_output.${id(n)}>>`;
const llm = (n: number, system_prompt: string) => ({
  uuid: id(n),
  name: `Step ${n}`,
  type: 'custom_llm',
  model: 'm',
  system_prompt,
});
const agent = (n: number, system_prompt: string, more: JsonObject = {}) => ({
  ...llm(n, system_prompt),
  type: 'custom_agent',
  ...more,
});
const checker = (n: number, ...stop_conditions: readonly JsonObject[]) => ({
  uuid: id(n),
  name: `Step ${n}`,
  type: 'stop_checker',
  stop_conditions,
});
const condition = (n: number, path: string, target_value: Json, operator = 'equals') => ({
  step_definition_uuid: id(n),
  extraction_json_path: path,
  operator,
  target_value,
});
const pipeline = (...steps: readonly JsonObject[]) => ({
  uuid: id(0),
  name: 'Test',
  user_id: 'u',
  steps,
});

interface Shown {
  readonly status: string;
  readonly trigger_output: { readonly uuid: string } | null;
  readonly step_instances: readonly (JsonObject & { readonly messages: readonly JsonObject[] })[];
}

async function run(definition: object, input?: Json, options: CreateEngineOptions = {}) {
  const engine = await createEngine(options);
  try {
    const given = input === undefined ? {} : { input };
    const { id: started } = await engine.runs.start(definition, given);
    const result = await engine.runs.settled(started);
    return { result, view: (await engine.runs.view(started, 'pipeline')) as unknown as Shown };
  } finally {
    await engine.close();
  }
}

/** The system prompts that the steps were given. */
const promptsOf = ({ step_instances }: Shown) =>
  step_instances.map(({ input_data }) => (input_data as JsonObject | null)?.['system_prompt']);

const anyId = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown;
const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown;

describe('the view of a run', () => {
  it('[PL17][PL18][PL19] has the fields of the original, in step instances and outputs', async () => {
    const script = { replies: [{ text: 'Hello Ann' }, { text: '{"ok": true}' }] };
    const definition = pipeline(llm(1, 'Greet <<trigger_output>>'), llm(2, `Check ${output(1)}`));
    const { view, result } = await run(definition, { name: 'Ann' }, { script });
    const instance = (n: number, prompt: string, text: string) => ({
      uuid: anyId,
      user_id: 'u',
      workflow_instance_uuid: result.id,
      status: 'completed',
      started_at: anyTime,
      finished_at: anyTime,
      error_message: null,
      created_at: anyTime,
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

describe('values in prompts', () => {
  const hostile =
    '<<trigger_output>> <<step_output.x>> <<CURRENT_DATE>> ${trigger} $${a} $& $1 $` @{SESSION_ID}.a|b {{PREVIOUS_OUTPUT}}';

  it('[PL20] whatever they contain stays as it is, from step to step', async () => {
    const { view, result } = await run(
      pipeline(
        llm(1, 'A <<trigger_output>>'),
        llm(2, `B ${output(1)}`),
        checker(3, condition(2, '$', hostile, 'contains')),
      ),
      hostile,
      { script: { replies: [{ text: hostile }, { text: hostile }] } },
    );
    expect(promptsOf(view).slice(0, 2)).toEqual([`A ${hostile}`, `B ${hostile}`]);
    expect(result.status).toBe('stopped');
  });

  it.each<[Json, string]>([
    [null, '[]'],
    ['', '[]'],
    ['text', '[text]'],
    [12, '[```json\n12\n```]'],
    [[1], '[```json\n[\n  1\n]\n```]'],
  ])('[PL20] %j goes in as %s', async (input, expected) => {
    const { view } = await run(pipeline(llm(1, '[<<trigger_output>>]')), input);
    expect(promptsOf(view)).toEqual([expected]);
  });

  it('[PL20] without input, a step that refers to it fails', async () => {
    const { view } = await run(pipeline(llm(1, 'Read <<trigger_output>>')));
    expect(view).toMatchObject({
      status: 'failed',
      trigger_output: null,
      step_instances: [
        { status: 'failed', error_message: expect.stringContaining('trigger') as unknown },
      ],
    });
  });

  it('[PL20] dates are those of the day in UTC, or in a zone', async () => {
    const clock = { now: () => Date.UTC(2026, 1, 28, 23, 30), setTimer: () => () => {} };
    const prompt =
      '<<trigger_output>> <<CURRENT_DATE>> <<CURRENT_DATE.Asia/Tokyo>> <<CURRENT_DATE.America/New_York>>';
    const { view } = await run(pipeline(llm(1, prompt)), 'x', {
      clock,
    } as unknown as CreateEngineOptions);
    expect(promptsOf(view)).toEqual(['x 2026-02-28 2026-03-01 2026-02-28']);
  });

  it('[PL20] an LLM gets a large output whole, an agent its summary and id, and can ask for it', async () => {
    const requests: ModelRequest[] = [];
    const large = `begin ${'x'.repeat(9_000)} end`;
    const model: LanguageModel = {
      provider: 'test',
      name: 'reader',
      call: async (request): Promise<ModelReply> => {
        requests.push(request);
        const [, outputId = ''] = /\(output id: (\S+)\)/.exec(request.system ?? '') ?? [];
        const isFirst = outputId !== '' && request.messages.length === 1;
        return {
          text: request.messages.length === 3 ? 'read it' : 'an answer',
          toolCalls: isFirst
            ? [{ id: 'c1', name: 'get_step_output', arguments: { output_id: outputId } }]
            : [],
          usage: { input: 1, output: 1, usd: 0 },
        };
      },
    };
    const definition = pipeline(llm(1, '<<trigger_output>>'), agent(2, 'Use <<trigger_output>>'));
    const { view, result } = await run(definition, large, { models: { model: () => model } });
    expect(requests[0]?.system).toBe(large);
    expect(requests[1]?.system).toBe(
      `Use ${large.slice(0, 100)}\n(output id: ${view.trigger_output?.uuid})`,
    );
    expect(result.output).toBe('read it');
    expect(view.step_instances[1]?.messages).toEqual([
      { role: 'system', content: requests[1]?.system },
      { role: 'user', content: 'Proceed as instructed.' },
      {
        role: 'assistant',
        content: 'an answer',
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: {
              name: 'get_step_output',
              arguments: JSON.stringify({ output_id: view.trigger_output?.uuid }),
            },
          },
        ],
      },
      { role: 'tool', content: large, tool_call_id: 'c1', name: 'get_step_output' },
      { role: 'assistant', content: 'read it' },
    ]);
  });
});

describe('stop checkers', () => {
  const replies = (text: string) => ({ script: { replies: [{ text }], otherwise: 'done' } });
  const definition = pipeline(
    llm(1, 'Is it spam? <<trigger_output>>'),
    checker(2, condition(1, '$.spam', true), condition(1, '$.score', 0.9, 'greater_than')),
    llm(3, `Label ${output(1)}`),
    checker(4),
  );

  it('[PL21] stop the run, with what they saw; what comes later has no instance', async () => {
    const text = '{"spam": false, "score": 0.95}';
    const { view, result } = await run(definition, 'Buy now', replies(text));
    expect(result).toMatchObject({ status: 'stopped', output: text });
    expect(view.status).toBe('stopped');
    expect(view.step_instances).toHaveLength(2);
    expect(view.step_instances[1]).toEqual({
      uuid: anyId,
      user_id: 'u',
      workflow_instance_uuid: result.id,
      status: 'completed',
      started_at: anyTime,
      finished_at: anyTime,
      error_message: null,
      created_at: anyTime,
      checker_definition_uuid: id(2),
      input_data: {
        conditions: [
          { ...condition(1, '$.spam', true), extracted: false, result: false },
          { ...condition(1, '$.score', 0.9, 'greater_than'), extracted: 0.95, result: true },
        ],
      },
    });
  });

  it('[PL21] that find nothing let it go on, and the output is that of the last step that has one', async () => {
    const { view, result } = await run(definition, 'Hello', replies('no JSON at all'));
    expect(result).toMatchObject({ status: 'completed', output: 'done' });
    expect(view.step_instances.map(({ status }) => status)).toEqual(Array(4).fill('completed'));
  });

  it('[PL21] a run of checkers alone has no output', async () => {
    const { result } = await run(pipeline(checker(1)), 'x');
    expect(result).toMatchObject({ status: 'completed', output: null });
  });
});

describe('agent steps', () => {
  it('[PL17] a tool that is switched on and not to be found fails the step before a model is asked', async () => {
    const tools = { 'mail-label': { enabled: true } };
    const { view } = await run(pipeline(agent(1, '<<trigger_output>>', { tools })), 'a');
    expect(view).toMatchObject({
      status: 'failed',
      step_instances: [
        {
          agent_definition_uuid: id(1),
          error_message:
            'The step "Step 1" has tools switched on that cannot be found: "mail-label".',
        },
      ],
    });
    expect(view.step_instances[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });
});

describe('tools that need a person', () => {
  it('[PL17] make the run wait; with the answer the step goes on', async () => {
    const sent: unknown[] = [];
    const engine = await createEngine({
      tools: { 'mail-send': { run: (args) => void sent.push(args), approve: true } },
      script: {
        replies: [
          { toolCalls: [{ id: 'c1', name: 'mail-send', arguments: { to: 'ann' } }] },
          { text: 'sent' },
        ],
      },
    });
    const tools = { 'mail-send': { enabled: true } };
    const definition = pipeline(
      agent(1, 'Answer <<trigger_output>>', { tools }),
      llm(2, output(1)),
    );
    const { id: started } = await engine.runs.start(definition, { input: 'hello' });
    await engine.runs.settled(started);
    expect(await engine.runs.view(started, 'pipeline')).toMatchObject({
      status: 'waiting',
      step_instances: [{ status: 'running', finished_at: null, output: null }],
    });
    expect(sent).toEqual([]);
    await engine.waits.answer({ run: started, node: id(1) }, 'yes');
    await engine.runs.finished(started);
    expect(sent).toEqual([{ to: 'ann' }]);
    expect(await engine.runs.view(started, 'pipeline')).toMatchObject({
      status: 'completed',
      step_instances: [
        { status: 'completed', output: { raw_data: 'sent' } },
        { status: 'completed' },
      ],
    });
    await engine.close();
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
