// Goal: steps of pipelines do on the real engine what their format says.
import type { Json, JsonObject } from '@skein/kernel';
import type { LanguageModel, ModelReply, ModelRequest } from '@skein/ports';
import { describe, expect, it } from 'vitest';
import { createEngine, type CreateEngineOptions } from '../../../src/index.ts';
import { id, output, llm, pipeline, run, promptsOf, completedStep } from './run-pipeline.ts';

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
      ...completedStep(result.id),
      checker_definition_uuid: id(2),
      input_data: {
        conditions: [
          { ...condition(1, '$.spam', true), extracted: false, result: false },
          { ...condition(1, '$.score', 0.9, 'greater_than'), extracted: 0.95, result: true },
        ],
      },
    });
  });

  it('[PL21] that find nothing let it continue, and the output is that of the last step that has one', async () => {
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
          error_message: 'The step "Step 1" enables tools that cannot be found: "mail-label".',
        },
      ],
    });
    expect(view.step_instances[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });
});

describe('tools that need a person', () => {
  it('[PL17] make the run wait; with the answer the step continues', async () => {
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
