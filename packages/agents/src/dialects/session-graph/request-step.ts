// `utils.request.*`: a person is asked. The question is the input of the step; the answer becomes its output.
import { isObject, setOwn, textOf, type Json, type Message } from '@skein/kernel';
import type { Accepted, AskedQuestion, NodeBehaviour } from '@skein/ports';
import { choiceAnswer } from '../../answers/choice-answer.ts';
import { inputKey, stepInput } from './step-input.ts';

export const requestStep: NodeBehaviour = {
  description: 'Asks a person; the output is the input of the step with the answer as "response".',
  accept: acceptResponse,
};

function acceptResponse(answer: Json, { config, question }: AskedQuestion): Accepted {
  const given = unwrap(answer);
  const accepted = choiceAnswer(question.schema, given);
  if (!accepted.ok) return accepted;
  const response = accepted.answer;
  const value: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(stepInput(config))) setOwn(value, key, item);
  value['response'] = response;
  const prompt = inputKey(config, 'prompt');
  // The conversation has the words that were said; the output, what they mean.
  const said: Message[] = [{ role: 'user', content: textOf(given) }];
  if (prompt !== undefined) said.unshift({ role: 'assistant', content: textOf(prompt) });
  return { ok: true, answer: response, result: { value, context: { append: said } } };
}

/** Forms send `{ "response": … }`; people and scripts send what they mean. */
function unwrap(answer: Json): Json {
  if (!isObject(answer)) return answer;
  const keys = Object.keys(answer);
  return keys.length === 1 && keys[0] === 'response' ? (answer['response'] ?? null) : answer;
}
