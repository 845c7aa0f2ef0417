// Requests for a title, tags or follow-up questions
// Chat programs send them to the model of the chat, beside the chat. They are answered here, so that they start no run.
import type { ChatMessage } from '../chats/chat-input.ts';

/** Null: it is what somebody said. */
export function sideAnswer(messages: readonly ChatMessage[]): string | null {
  const last = messages.at(-1)?.content ?? '';
  const isTask = /^\s*### Task:/u.test(last) && /<chat_history>|### Chat History/iu.test(last);
  if (isTask) {
    if (/"follow_ups"/u.test(last)) return '{ "follow_ups": [] }';
    if (/"tags"/u.test(last)) return '{ "tags": [] }';
    if (/"queries"/u.test(last)) return '{ "queries": [] }';
    if (/"title"/u.test(last)) return JSON.stringify({ title: titleOf(last) });
    return '';
  }
  const asksTitle = /^\s*Provide a concise, 5-word-or-less title for the conversation/iu;
  return asksTitle.test(last) || asksTitle.test(messages[0]?.content ?? '') ? titleOf(last) : null;
}

const titleMax = 40;

/** The beginning of what the user said first. */
function titleOf(text: string): string {
  const [, said = ''] = /(?:USER|User|user):\s*([^\n]+)/u.exec(text) ?? [];
  return said.trim().slice(0, titleMax) || 'Chat';
}
