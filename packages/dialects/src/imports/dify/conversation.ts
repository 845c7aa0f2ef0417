// Conversations
// Dify keeps variables of a conversation, and what was said, between the turns. Each turn is a run here: it recalls both at its
// start, by `conversation_id` of the input, and remembers them at its end.
import { isObject, listAt, objectAt, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { addEdge, addNode, takeId, type Draft } from '../draft/draft.ts';
import { computed, expressionOf, reference } from '../draft/place.ts';
import { textOf, type DifyGraph } from './dify-graph.ts';
import { conversationName } from './scope.ts';

/** The state that holds earlier turns: `[{ query, answer }]`. */
export const turnsName = 'earlier_turns';
const turnsMax = 50;

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

const key = 'conversation:${trigger.conversation_id|main}';

/** What comes behind the start: the conversation so far as state of the run. */
export function addRecall(
  draft: Draft,
  conversation: ReadonlyMap<string, Json>,
): { readonly first: string; readonly last: string } {
  const recall = takeId(draft, 'recall');
  const recalled = takeId(draft, 'recalled');
  const set: { [name: string]: Json } = {};
  for (const [name, first] of conversation) {
    const kept = conversationName(name);
    draft.state[kept] = first;
    const stored = expressionOf({ root: { node: recall }, path: ['value', kept] });
    set[kept] = computed(`${stored} ?? ${expressionOf({ root: 'state', path: [kept] })} ?? null`);
  }
  addNode(draft, {
    id: recall,
    type: 'store',
    config: { do: 'get', key, scope: 'workflow', default: {} },
  });
  addNode(draft, { id: recalled, type: 'set', config: { set } });
  addEdge(draft, { from: recall, to: recalled });
  return { first: recall, last: recalled };
}

/** The last step of a turn. `answer` is the node with the text of the answer. */
export function addRemember(
  draft: Draft,
  conversation: ReadonlyMap<string, Json>,
  answer: string,
): string {
  const remember = takeId(draft, 'remember');
  const value: { [name: string]: Json } = {};
  for (const name of conversation.keys()) {
    const kept = conversationName(name);
    value[kept] =
      name === turnsName
        ? computed(
            `[...state.${turnsName}, { query: trigger.query ?? "", answer: text(${expressionOf({ root: { node: answer }, path: [] })} ?? "") }].last(${turnsMax})`,
          )
        : reference({ root: 'state', path: [kept] }, { otherwise: null });
  }
  addNode(draft, {
    id: remember,
    type: 'store',
    config: { do: 'set', key, scope: 'workflow', value },
  });
  return remember;
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
