// Memory of a conversation
// Each turn is a run. It recalls the state of its conversation at its start, by `conversation_id` of the input, and remembers it at
// its end.
import type { Json } from '@skein/kernel';
import { addEdge, addNode, takeId, type Draft } from './draft.ts';
import { computed, expressionOf, reference } from './place.ts';

/** The state that holds earlier turns: `[{ query, answer }]`. */
export const turnsName = 'earlier_turns';
const turnsMax = 50;

/** `output`, `outputs` and `status` cannot be names of the state. */
export function conversationName(name: string): string {
  return /^(?:output|outputs|status)$/.test(name) ? `${name}_` : name;
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
