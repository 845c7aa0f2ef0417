// Workflows as models of the OpenAI API.
import { doorCall, type DoorCall } from '../../features/doors/door-call.ts';
import { postCompletion } from '../../features/doors/openai/chat-completions.ts';
import {
  cancelResponse,
  getResponse,
  postResponse,
} from '../../features/doors/openai/responses.ts';
import {
  findPublished,
  listPublished,
  type Published,
} from '../../features/doors/published/published.ts';
import type { Asked, HandlersOf } from '../handler.ts';

export const openaiHandlers: HandlersOf<'openai'> = {
  async listOpenaiModels({ services, identity }) {
    const found = await listPublished(services, identity, 'openai');
    const data = found.map((each) => modelOf(each, identity.user));
    return { body: { object: 'list', data } };
  },
  async getOpenaiModel({ services, identity, params: { model: name } }) {
    const found = await findPublished(services, identity, { name, door: 'openai' });
    return { body: modelOf(found, identity.user) };
  },
  postCompletion: (asked) => {
    const { model, messages, stream, stream_options: options } = asked.body;
    return postCompletion(callOf(asked), asked.services.marks, {
      model,
      messages,
      stream: stream === true,
      includeUsage: options?.include_usage === true,
      ...chatOf(asked),
    });
  },
  postResponse: (asked) => {
    const { model, input, stream, background, previous_response_id: previous } = asked.body;
    return postResponse(callOf(asked), {
      model,
      input,
      stream: stream === true,
      background: background === true,
      previous: previous ?? undefined,
      ...chatOf(asked),
    });
  },
  getResponse: (asked) => {
    const { stream, starting_after: after = -1 } = asked.query;
    const options = { stream: stream === 'true', after };
    return getResponse(callOf(asked), asked.params.response, options);
  },
  cancelResponse: (asked) => cancelResponse(callOf(asked), asked.params.response),
};

function modelOf({ name, savedAt }: Published, user: string) {
  const created = Math.floor(savedAt / 1000);
  return { id: name, object: 'model' as const, created, owned_by: user };
}

type OpenaiRoute = keyof typeof openaiHandlers;

function callOf({ services, identity, signal }: Asked<OpenaiRoute>): DoorCall {
  return doorCall(services, identity, signal);
}

function chatOf({ headers }: Pick<Asked<'postCompletion'>, 'headers'>) {
  const chat = headers['x-openwebui-chat-id'] ?? headers['x-librechat-conversation-id'];
  return { chat, key: headers['idempotency-key'] };
}
