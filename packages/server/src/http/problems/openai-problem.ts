import { isObject, ownValue, type Json } from '@skein/api';
import { errorType } from '../../features/doors/openai/openai-error.ts';
import { jsonIn } from '../../values/json-in.ts';
import { textIn } from '../../values/text-in.ts';
import type { ProblemReply } from '../problem-response.ts';

/** The same error with what clients of OpenAI look for. */
export function openaiProblem({ status, text }: ProblemReply): string {
  const error = objectAt(jsonIn(text), 'error');
  const complaints = ownValue(objectAt(error, 'details'), 'complaints');
  const [first] = Array.isArray(complaints) ? complaints.filter(isObject) : [];
  const pointer = textIn(first?.['pointer']);
  const param = pointer === '' ? null : pointer.slice(1).replaceAll('/', '.');
  return JSON.stringify({ error: { ...error, type: errorType(status), param } });
}

function objectAt(value: Json | undefined, key: string) {
  const found = value !== undefined && isObject(value) ? ownValue(value, key) : undefined;
  return found !== undefined && isObject(found) ? found : {};
}
