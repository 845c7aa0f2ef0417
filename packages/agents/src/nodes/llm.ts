// The node type `llm`
// One model call, one recorded step. What comes after the call only reads the recorded reply, so that replaying it costs
// nothing and decides the same.
import type { NodeResult } from '@skein/kernel';
import { nativeNodes } from '@skein/dialects';
import type { ModelMessage, NodeCall, NodeIo } from '@skein/ports';
import { modelNeeds } from '../configs/host-needs.ts';
import { readConfig } from '../configs/read-config.ts';
import { toMessage } from '../loop/assistant-message.ts';
import { callModel } from '../loop/call-model.ts';
import { historyOf, toContextMessage } from '../loop/conversation.ts';
import { parseOutput } from '../loop/answer/parse-output.ts';
import { withImages } from './with-images.ts';
import type { NativeBehaviour } from './native-behaviour.ts';

export const llmBehaviour: NativeBehaviour = {
  run: runLlm,
  needs: modelNeeds,
  asksInSteps: true,
};

async function runLlm(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const { prompt, images, context, ...options } = readConfig(call, nativeNodes.llm.config);
  const question: ModelMessage = { role: 'user', content: withImages(call, prompt, images) };
  const reply = await callModel(
    {
      ...options,
      messages: [question],
      context,
      history: context === undefined ? undefined : historyOf(io, context),
    },
    call,
    io,
  );
  const { schema } = options;
  const value =
    schema === undefined ? reply.text : await parseOutput({ call, io }, schema, reply.text);
  if (context === undefined) return { value };
  const append = [question, toMessage({ text: reply.text, toolCalls: [] })].map(toContextMessage);
  const { provider, model } = reply;
  return { value, context: { use: context, append, set: { provider, model } } };
}
