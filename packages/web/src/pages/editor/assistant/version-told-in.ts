import type { AssistantMessage } from '../../../data/talking/assistant.ts';
import { textAt } from '../../../graph/own-keys.ts';

/** What was on the canvas when somebody last told the assistant something, here or on another machine; null: nobody has, or it is not known. */
export function versionToldIn(messages: readonly AssistantMessage[]): string | null {
  const told = messages.findLast(({ role }) => role === 'user');
  return textAt(told?.metadata ?? {}, 'version') || null;
}
