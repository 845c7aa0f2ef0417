import type { Json, JsonObject } from '@skein/kernel';
import type { LanguageModel, ModelReply, ModelRequest, Tool } from '@skein/ports';
import { describe, expect, it } from 'vitest';
import { agentStepNode } from '../../src/dialects/pipeline/agent-step-node.ts';
import { failureOf, fakeNodeIo, nodeCall } from '../fake-node-io.ts';

/** A model that gives these replies, one after the other, and keeps what it was asked. */
function replying(...replies: readonly Partial<ModelReply>[]) {
  const requests: ModelRequest[] = [];
  const model: LanguageModel = {
    provider: 'fake',
    name: 'one',
    call: async (request) => {
      requests.push(request);
      const reply = replies[Math.min(requests.length, replies.length) - 1];
      return { text: '', toolCalls: [], usage: { input: 1, output: 1, usd: 0 }, ...reply };
    },
  };
  return { model, requests };
}

const calls = (name: string, args: Json, id = 'c1') => ({
  toolCalls: [{ id, name, arguments: args }],
});

const labels: Tool = {
  name: 'mail-label',
  description: 'Labels a mail.',
  parameters: { type: 'object' },
  effect: 'pure',
  run: (args) => ({ labelled: args }),
};

function step(
  config: JsonObject,
  replies: ReturnType<typeof replying>,
  tools: readonly Tool[] = [],
) {
  const io = fakeNodeIo({ model: () => replies.model, tools });
  const given = { system: 'Do it.', prompt: 'Proceed as instructed.', ...config };
  return {
    io,
    run: () => agentStepNode.run?.(nodeCall({ config: given, nodeName: 'Labeller' }), io),
  };
}

describe('pipeline.agent', () => {
  it('[A164] sends the prompt as system message and the fixed sentence, and offers enabled tools only', async () => {
    const replies = replying(calls('mail-label', { label: 'work' }), { text: 'done' });
    const tools = {
      'mail-label': { enabled: true, note: 1 },
      'mail-delete': { enabled: false },
      odd: {},
    };
    const { run } = step({ tools }, replies, [labels]);
    expect(await run()).toEqual({ value: 'done' });
    expect(replies.requests[0]).toMatchObject({
      system: 'Do it.',
      messages: [{ role: 'user', content: 'Proceed as instructed.' }],
    });
    expect(replies.requests[0]?.tools?.map(({ name }) => name)).toEqual(['mail-label']);
    expect(replies.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: { labelled: { label: 'work' } },
    });
  });

  it('[A164] an enabled tool that cannot be found fails the step before the model is asked', async () => {
    const replies = replying({ text: 'never' });
    const tools = { 'mail-label': { enabled: true }, 'mail-send': { enabled: true } };
    const { run } = step({ tools }, replies, [labels]);
    expect(await failureOf(run)).toMatchObject({
      code: 'TOOL_NOT_FOUND',
      message: 'The step "Labeller" enables tools that cannot be found: "mail-send".',
      retry: 'never',
    });
    expect(replies.requests).toEqual([]);
  });

  it.each([
    [undefined, 10],
    [3, 3],
  ])(
    '[A164] max_turns %s allows %i model calls, then the step fails naming it',
    async (maxTurns, turns) => {
      const replies = replying(calls('mail-label', {}));
      const tools = { 'mail-label': { enabled: true } };
      const config = maxTurns === undefined ? { tools } : { tools, maxTurns };
      const { run } = step(config, replies, [labels]);
      expect(await failureOf(run)).toMatchObject({
        message: expect.stringContaining(`max_turns (${turns})`) as unknown,
      });
      expect(replies.requests).toHaveLength(turns);
    },
  );

  it('[A165] get_step_output gives the whole of a large output, and is offered only where there is one', async () => {
    const large = { rows: Array.from({ length: 3_000 }, (_, i) => i) };
    const outputs = [
      { step: 'a', id: 'id-1', value: 'small' },
      { step: 'b', id: 'id-2', value: large },
    ];
    const replies = replying(
      calls('get_step_output', { output_id: 'id-2' }),
      calls('get_step_output', { output_id: 'id-9' }, 'c2'),
      calls('get_step_output', { output_id: 'b' }, 'c3'),
      { text: 'read' },
    );
    const { run } = step({ outputs }, replies);
    expect(await run()).toEqual({ value: 'read' });
    expect(replies.requests[0]?.tools?.map(({ name }) => name)).toEqual(['get_step_output']);
    expect(replies.requests[1]?.messages.at(-1)?.content).toEqual(large);
    expect(replies.requests[2]?.messages.at(-1)?.content).toEqual({
      error: 'No output has the id "id-9". Known: id-2.',
    });
    expect(replies.requests[3]?.messages.at(-1)?.content).toEqual(large);
    const small = replying({ text: 'x' });
    await step({ outputs: outputs.slice(0, 1) }, small).run();
    expect(small.requests[0]?.tools).toBeUndefined();
  });
});
