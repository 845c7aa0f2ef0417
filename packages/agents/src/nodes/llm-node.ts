// The node type `llm`
// One model call, one recorded step. What comes after the call only reads the recorded reply, so that replaying it costs
// nothing and decides the same.
import type { NodeResult } from '@skein/kernel';
import type { ModelMessage, NodeCall, NodeIo, NodeType } from '@skein/ports';
import { lazySchema } from '../lazy-schema.ts';
import { callModel } from '../loop/call-model.ts';
import { historyOf, toContextMessage } from '../loop/conversation.ts';
import { parseOutput } from '../loop/parse-output.ts';
import { toMessage } from '../loop/run-agent-loop.ts';
import { userSchema } from './config-fields.ts';
import { describeNode } from './describe-node.ts';
import { nativeKind } from './native-kind.ts';
import { parseConfig } from './parse-config.ts';

const configSchema = lazySchema((zod) =>
  zod.object({
    model: zod.string().optional().describe('The model, as provider/model, known name or alias.'),
    system: zod.string().optional().describe('The system prompt.'),
    prompt: zod.string().describe('The user message.'),
    schema: userSchema(zod)
      .optional()
      .describe('JSON schema of the answer; the value is then the parsed object.'),
    context: zod
      .string()
      .min(1)
      .optional()
      .describe('The context whose history is sent and to which prompt and reply are appended.'),
    temperature: zod.number().min(0).optional().describe('How freely the model chooses its words.'),
    reasoningEffort: zod
      .string()
      .optional()
      .describe('How much the model thinks, from none to max.'),
  }),
);

export const llmNode: NodeType = describeNode(
  { kind: nativeKind('llm'), description: 'Asks a language model once.', run: runLlm },
  configSchema,
);

async function runLlm(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const { prompt, context, ...options } = parseConfig(call, configSchema());
  const question: ModelMessage = { role: 'user', content: prompt };
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
