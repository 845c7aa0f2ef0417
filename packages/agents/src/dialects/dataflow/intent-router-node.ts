// intentRouter
// Asks the model which of the routes a text is about, and passes text and context on there only.
import { isObject, ownValue, setOwn, textOf, type Json, type NodeResult } from '@skein/kernel';
import type { ModelMessage, NodeBehaviour, NodeCall, NodeIo } from '@skein/ports';
import { failureError } from '../../failure-error.ts';
import { callModel } from '../../loop/call-model.ts';
import { onlyJson } from '../../loop/answer/only-json.ts';
import { askingNeeds } from './flow-needs.ts';
import { modelName } from './model-name.ts';

/** The first question, and one more if its answer does not name a route. */
const questionsMax = 2;

export const intentRouterNode: NodeBehaviour = {
  description: 'Lets the model choose the route that a text is about.',
  run: runRouter,
  needs: askingNeeds,
  asksInSteps: true,
};

async function runRouter(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const data = ownValue(call.inputs, 'data') ?? ownValue(call.inputs, 'message') ?? null;
  const routes = ownValue(call.config, 'routes') ?? {};
  const intents = isObject(routes) ? Object.keys(routes) : [];
  const messages: ModelMessage[] = [{ role: 'user', content: textOf(data) }];
  for (let asked = 0; asked < questionsMax; asked++) {
    const { text } = await callModel(
      {
        model: modelName(call.config, io.context().settings),
        system: instructions(routes),
        messages,
        schema: answerSchema(intents),
      },
      call,
      io,
    );
    const intent = matchIntent(text, intents);
    if (intent !== undefined) return routeTo(intent, data);
    messages.push(
      { role: 'assistant', content: text },
      { role: 'user', content: `That is none of the intents. Choose one of: ${listed(intents)}.` },
    );
  }
  throw unmatched(call, intents);
}

function routeTo(intent: string, data: Json): NodeResult {
  const ports: { [port: string]: Json } = {};
  setOwn(ports, `${intent}-data`, data);
  setOwn(ports, `${intent}-context`, null);
  return { value: data, ports };
}

function instructions(routes: Json): string {
  const lines = Object.entries(isObject(routes) ? routes : {}).map(
    ([intent, description]) => `- ${intent}: ${textOf(description)}`,
  );
  return [
    'Decide which intent the message has. The intents:',
    ...lines,
    'Answer with nothing but JSON: {"intent": "<one of these names>"}',
  ].join('\n');
}

function answerSchema(intents: readonly string[]): Json {
  return {
    type: 'object',
    properties: { intent: { type: 'string', enum: intents } },
    required: ['intent'],
  };
}

/** The exact name, else the only one that differs only in case. */
function matchIntent(text: string, intents: readonly string[]): string | undefined {
  const said = intentIn(text);
  if (said === undefined || intents.includes(said)) return said;
  const alike = intents.filter((intent) => intent.toLowerCase() === said.toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

function intentIn(text: string): string | undefined {
  const answer = onlyJson(text);
  const intent = isObject(answer) ? ownValue(answer, 'intent') : undefined;
  return typeof intent === 'string' ? intent.trim() : undefined;
}

function unmatched({ node }: NodeCall, intents: readonly string[]): Error {
  return failureError({
    code: 'INTENT_UNMATCHED',
    message: `The model did not name an intent that "${node}" knows, even when asked again. Known: ${listed(intents)}.`,
    // Both answers are recorded: another attempt would read the same ones.
    retry: 'never',
    data: { node, intents },
  });
}

function listed(intents: readonly string[]): string {
  return intents.map((intent) => JSON.stringify(intent)).join(', ');
}
