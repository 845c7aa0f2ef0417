// The node type `llm`
// One model call, one recorded step. What comes after the call only reads the recorded reply, so that replaying it costs
// nothing and decides the same.
import type { NodeResult } from '@skein/kernel';
import type { ModelMessage, NodeCall, NodeIo, NodeType } from '@skein/ports';
import { lazySchema } from '../lazy-schema.ts';
import { toMessage } from '../loop/assistant-message.ts';
import { callModel } from '../loop/call-model.ts';
import { historyOf, toContextMessage } from '../loop/conversation.ts';
import { parseOutput } from '../loop/parse-output.ts';
import { withImages } from '../models/image-part.ts';
import { describeNode } from './describe-node.ts';
import { modelConfig } from './model-config.ts';
import { nativeKind } from './native-kind.ts';
import { parseConfig } from './parse-config.ts';

const configSchema = lazySchema((zod) =>
  zod.object({
    prompt: zod.string().describe('The user message.'),
    ...modelConfig(zod),
  }),
);

export const llmNode: NodeType = describeNode(
  {
    kind: nativeKind('llm'),
    description: 'Asks a language model once.',
    run: runLlm,
    asksInSteps: true,
  },
  configSchema,
);

async function runLlm(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const { prompt, images, context, ...options } = parseConfig(call, configSchema());
  const question: ModelMessage = { role: 'user', content: withImages(prompt, images) };
  const reply = await callModel(
    {
      ...options,
      messages: [question],
      ...(context !== undefined && { context, history: historyOf(io, context) }),
    },
    call,
    io,
  );
  const { schema } = options;
  const value = schema === undefined ? reply.text : parseOutput(call, schema, reply.text);
  if (context === undefined) return { value };
  const append = [question, toMessage({ text: reply.text, toolCalls: [] })].map(toContextMessage);
  const { provider, model } = reply;
  return { value, context: { use: context, append, set: { provider, model } } };
}
