import { ownValue, type Json } from '@skein/kernel';
import type { Accepted, AskedQuestion } from '@skein/ports';
import { checkAnswer } from '../answers/check-answer.ts';
import type { NativeBehaviour } from './native-behaviour.ts';

export const inputBehaviour: NativeBehaviour = { accept: acceptInput };

function acceptInput(answer: Json, asked: AskedQuestion): Accepted {
  const schema = ownValue(asked.config, 'schema') ?? undefined;
  const refusal = schema === undefined ? undefined : checkAnswer(schema, answer);
  return refusal ?? { ok: true, answer, result: { value: answer, ports: { output: answer } } };
}
