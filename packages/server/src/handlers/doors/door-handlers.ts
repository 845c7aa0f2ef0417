// Runs for programs that speak another protocol. Who may ask, and how much, is what the table says, as for every route.
import { doorCall, type DoorCall } from '../../features/doors/door-call.ts';
import { postUiChat, readUiChat, resumeUiChat } from '../../features/doors/ai-sdk/ui-chat.ts';
import { listPublished } from '../../features/doors/published/published.ts';
import type { Asked, HandlersOf } from '../handler.ts';

export const doorHandlers: HandlersOf<'door'> = {
  async listDoors({ services, identity }) {
    const found = await listPublished(services, identity);
    const items = found.map(({ name, title, doors }) => ({ name, title, doors: [...doors] }));
    return { body: { items } };
  },
  postUiChat: (asked) => {
    const { body, params } = asked;
    return postUiChat(callOf(asked), { workflow: params.workflow, chat: body.id }, body);
  },
  async readUiChat(asked) {
    const { params, query } = asked;
    const messages = await readUiChat(callOf(asked), params, query.turns);
    const shown = messages.map((message) => ({ ...message, parts: [...message.parts] }));
    return { body: { id: params.chat, messages: shown } };
  },
  resumeUiChat: (asked) => resumeUiChat(callOf(asked), asked.params),
};

type DoorRoute = keyof typeof doorHandlers;

function callOf({
  services,
  identity,
  signal,
}: Pick<Asked<DoorRoute>, 'services' | 'identity' | 'signal'>): DoorCall {
  return doorCall(services, identity, signal);
}
