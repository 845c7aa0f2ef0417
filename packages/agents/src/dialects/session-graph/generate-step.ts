// `utils.generate.generate`: one model call. Nothing is added to the conversation: that is what a reply step is for.
import { isObject, textOf, type Json, type JsonObject, type NodeResult } from '@skein/kernel';
import type { HostNeeds, ModelMessage, NodeBehaviour, NodeCall, NodeIo } from '@skein/ports';
import { callModel } from '../../loop/call-model.ts';
import { historyOf } from '../../loop/conversation.ts';
import { parseOutput } from '../../loop/answer/parse-output.ts';
import { modelNeeds, needsIn } from '../../configs/host-needs.ts';
import { badConfig } from '../../configs/read-config.ts';
import { inputKey } from './step-input.ts';

export const generateStep: NodeBehaviour = {
  description: 'Asks a language model once; the output is { response }, or the fields of a schema.',
  run: runGenerate,
  needs: generateNeeds,
  asksInSteps: true,
};

async function runGenerate(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const { config } = call;
  const schema = inputKey(config, 'schema');
  if (schema !== undefined && !isObject(schema)) {
    throw badConfig(call, ['input'], '"schema" must be a JSON schema, which is an object');
  }
  const user = inputKey(config, 'user');
  const hasHistory = isTrue(inputKey(config, 'include_history'));
  if (user === undefined && !hasHistory) {
    throw badConfig(call, ['input'], 'it needs "user", "include_history": true, or both');
  }
  const messages: ModelMessage[] =
    user === undefined ? [] : [{ role: 'user', content: textOf(user) }];
  const reply = await callModel(
    {
      model: inputText(config, 'model'),
      system: inputText(config, 'system'),
      messages,
      schema,
      history: hasHistory ? historyOf(io, call.context) : undefined,
    },
    call,
    io,
  );
  if (schema === undefined) return { value: { response: reply.text } };
  const parsed = await parseOutput({ call, io }, schema, reply.text);
  return { value: isObject(parsed) ? parsed : { response: parsed } };
}

function generateNeeds(config: JsonObject): HostNeeds {
  const model = inputText(config, 'model');
  return needsIn('input', modelNeeds(model === undefined ? {} : { model }));
}

function inputText(config: JsonObject, key: string): string | undefined {
  const value = inputKey(config, key);
  return value === undefined ? undefined : textOf(value);
}

/** In a graph database, values are often kept as texts. */
function isTrue(value: Json | undefined): boolean {
  return value === true || value === 'true';
}
