// The node type `llm`
// One model call, one recorded step. What comes after the call only reads the recorded reply, so that replaying it costs
// nothing and decides the same.
import type { Json, JsonObject, Message, NodeResult } from '@skein/kernel';
import type {
  ModelMessage,
  ModelReply,
  ModelRequest,
  NodeCall,
  NodeIo,
  NodeType,
} from '@skein/ports';
import type { z } from 'zod';
import { failureError } from '../failure-error.ts';
import { lazySchema } from '../lazy-schema.ts';
import { checkJsonSchema } from '../schemas/check-json-schema.ts';
import { userSchema } from './config-fields.ts';
import { describeNode } from './describe-node.ts';
import { nativeKind } from './native-kind.ts';
import { badConfig, parseConfig } from './parse-config.ts';

/** How much of a wrong answer a failure shows; the whole of it is in the recorded step. */
const textMax = 2_000;

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
type LlmConfig = z.output<ReturnType<typeof configSchema>>;

export const llmNode: NodeType = describeNode(
  { kind: nativeKind('llm'), description: 'Asks a language model once.', run: runLlm },
  configSchema,
);

async function runLlm(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const config = parseConfig(call, configSchema());
  const { context } = config;
  const model = io.model(config.model);
  const question: ModelMessage = { role: 'user', content: config.prompt };
  const reply = await io.step('model', async () => {
    const history = context === undefined ? [] : historyOf(io, context);
    const answer = await model.call(
      requestOf({ call, io, config, messages: [...history, question] }),
    );
    // Reported inside the step: a reply that is given back from the journal is not paid for again.
    const { input, output, usd } = answer.usage;
    io.spend({ modelCalls: 1, inputTokens: input, outputTokens: output, usd });
    return toRecorded(answer);
  });
  const value =
    config.schema === undefined ? reply.text : parseOutput(call, config.schema, reply.text);
  if (context === undefined) return { value };
  const append: readonly Message[] = [
    { role: 'user', content: config.prompt },
    { role: 'assistant', content: reply.text },
  ];
  const set = { provider: model.provider, model: model.name };
  return { value, context: { use: context, append, set } };
}

interface RequestParts {
  readonly call: NodeCall;
  readonly io: NodeIo;
  readonly config: LlmConfig;
  readonly messages: readonly ModelMessage[];
}

function requestOf({ call, io, config, messages }: RequestParts): ModelRequest {
  return {
    messages,
    signal: io.signal,
    onToken: (text) => io.emit({ type: 'token', text }),
    caller: {
      run: call.run,
      // A child's calls are counted with those of the run that began it all.
      root: call.root,
      node: call.node,
      nodeName: call.nodeName,
      context: config.context ?? call.context,
    },
    ...(config.system !== undefined && { system: config.system }),
    ...(config.schema !== undefined && { schema: config.schema }),
    ...(config.temperature !== undefined && { temperature: config.temperature }),
    ...(config.reasoningEffort !== undefined && { reasoningEffort: config.reasoningEffort }),
  };
}

/** The messages of the named context, which need not be the one that this activation came with. */
function historyOf(io: NodeIo, id: string): readonly ModelMessage[] {
  const reader: { context(id?: string): ReturnType<NodeIo['context']> } = io;
  const context = reader.context(id);
  return context.id === id ? context.messages.map(toModelMessage) : [];
}

function toModelMessage(message: JsonObject): ModelMessage {
  // Contexts are written by node functions only, in this very form.
  return message as unknown as ModelMessage;
}

type RecordedReply = {
  readonly text: string;
  readonly toolCalls: Json;
  readonly usage: JsonObject;
};

function toRecorded({ text, toolCalls, usage }: ModelReply): RecordedReply {
  return { text, toolCalls: toolCalls.map((toolCall) => ({ ...toolCall })), usage: { ...usage } };
}

function parseOutput(call: NodeCall, schema: Json, text: string): Json {
  let value: Json;
  try {
    // JSON.parse gives JSON.
    value = JSON.parse(withoutFence(text)) as Json;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw outputInvalid(text, [`it is no JSON (${reason})`], error);
  }
  const checked = checkJsonSchema(schema, value);
  if (checked.result === 'bad-schema')
    throw badConfig(call, ['schema'], `"schema": ${checked.message}`);
  if (checked.result === 'misfit') throw outputInvalid(text, checked.problems);
  return value;
}

/** Models wrap JSON into a Markdown fence although they are asked not to. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  const firstLineEnd = trimmed.indexOf('\n');
  if (firstLineEnd === -1 || !trimmed.endsWith('```')) return trimmed;
  const opening = trimmed.slice(0, firstLineEnd).trim().toLowerCase();
  if (opening !== '```json' && opening !== '```') return trimmed;
  return trimmed.slice(firstLineEnd + 1, -3);
}

function outputInvalid(text: string, problems: readonly string[], cause?: unknown): Error {
  return failureError(
    {
      code: 'MODEL_OUTPUT_INVALID',
      message: `The model's answer does not fit the schema: ${problems.join('; ')}.`,
      // The reply is recorded: another attempt would read the same one.
      retry: 'never',
      data: { text: text.slice(0, textMax) },
    },
    cause,
  );
}
