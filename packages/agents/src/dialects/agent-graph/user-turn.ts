// The user's turn of a conversation
// A wait that stands for the agent that spoke last: the answer is the user's next message, and goes to that agent.
import { isObject, ownValue, textOf, type Json } from '@skein/kernel';
import type { Accepted, NodeBehaviour } from '@skein/ports';
import { userMessage } from './dialogue.ts';

export const userTurn: NodeBehaviour = {
  description: 'Waits for the next message of the user.',
  accept: acceptMessage,
};

function acceptMessage(answer: Json): Accepted {
  const text = textOf(unwrapped(answer));
  const context = { append: [userMessage(text)] };
  return { ok: true, answer: text, result: { value: text, context } };
}

/** An object that holds a message and nothing else. */
function unwrapped(answer: Json): Json {
  if (!isObject(answer) || Object.keys(answer).length !== 1) return answer;
  return ownValue(answer, 'message') ?? answer;
}
