// What a conversation of Dify keeps between its turns: variables, and what was said.
import { isObject, listAt, objectAt, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { turnsName } from '../draft/conversation-memory.ts';
import { textOf, type DifyGraph } from './dify-graph.ts';

/** First values of what a conversation keeps; earlier turns only where a model is asked with memory. */
export function readConversation(
  workflow: JsonObject,
  graph: DifyGraph,
  isChat: boolean,
): Map<string, Json> {
  const found = new Map<string, Json>();
  for (const variable of listAt(workflow, 'conversation_variables')) {
    if (!isObject(variable)) continue;
    const name = textOf(ownValue(variable, 'name'));
    if (name !== '') found.set(name, ownValue(variable, 'value') ?? null);
  }
  const hasMemory = graph.nodes.some(
    ({ type, data }) => type === 'llm' && isObject(ownValue(data, 'memory')),
  );
  if (isChat && hasMemory) found.set(turnsName, []);
  return found;
}

/** What a chat shows before anybody says anything. */
export function openingOf(features: JsonObject): JsonObject {
  const made: { [key: string]: Json } = {};
  const opening = textOf(ownValue(features, 'opening_statement'));
  const questions = listAt(features, 'suggested_questions')
    .map(textOf)
    .filter((question) => question !== '');
  if (opening !== '') made['opening'] = opening;
  if (questions.length > 0) made['suggestedQuestions'] = questions;
  const after = ownValue(objectAt(features, 'suggested_questions_after_answer'), 'enabled');
  if (after === true) made['suggestsQuestionsAfterAnswers'] = true;
  return made;
}
