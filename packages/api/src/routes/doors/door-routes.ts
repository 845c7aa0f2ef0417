import { route } from '../route.ts';
import { json } from '../../schemas/json.ts';
import { z } from '../../schemas/zod.ts';

const tag = 'doors';

const workflow = z.string().min(1).max(200);
const chat = z.string().min(1).max(200);
const chatPlace = z.object({ workflow, chat });

const published =
  'Of workflows whose owner has opened them: `"metadata": { "publish": ["ai-sdk"] }` in the definition.';

/** Runs for programs that speak another protocol. */
export const doorRoutes = {
  listDoors: route({
    method: 'get',
    path: '/doors',
    tag,
    summary: 'Lists your workflows that other programs can reach, and through which protocols.',
    scope: 'read',
    statuses: [200],
    answer: z.object({
      items: z.array(
        z.object({
          name: z.string().meta({ description: 'As other programs call it.' }),
          title: z.string(),
          doors: z.array(z.enum(['ai-sdk', 'openai', 'a2a', 'ag-ui'])),
        }),
      ),
    }),
  }),
  postUiChat: route({
    method: 'post',
    path: '/chat/{workflow}',
    owner: { workflow: 'workflow' },
    tag,
    summary: 'Answers `useChat` of the AI SDK: starts a run, or answers what one asks.',
    details: `The answer is the UI message stream, up to the end of the run or to where somebody must answer. ${published}`,
    scope: 'run',
    params: z.object({ workflow }),
    body: z
      .object({ id: chat, messages: z.array(json) })
      .catchall(json)
      .meta({ description: 'As `useChat` posts it.' }),
    isTypeOptional: true,
    statuses: [200],
    mediaType: 'text/event-stream',
    answer: z.string(),
    problems: [409],
    example: {
      body: {
        id: 'c1',
        messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
      },
    },
  }),
  readUiChat: route({
    method: 'get',
    path: '/chat/{workflow}/{chat}',
    owner: { workflow: 'workflow', chat: 'workflow' },
    tag,
    summary: 'Returns a chat as messages of the AI SDK, to begin with after a reload.',
    details: `The answer to a run that is under way is not among them: \`useChat({ resume: true })\` streams it. ${published}`,
    scope: 'read',
    params: chatPlace,
    query: z.object({ turns: z.coerce.number().int().min(1).max(100).default(50) }),
    statuses: [200],
    answer: z.object({
      id: z.string(),
      messages: z.array(
        z.object({
          id: z.string(),
          role: z.enum(['user', 'assistant']),
          parts: z.array(z.record(z.string(), json)),
          metadata: json.optional(),
        }),
      ),
    }),
  }),
  resumeUiChat: route({
    method: 'get',
    path: '/chat/{workflow}/{chat}/stream',
    owner: { workflow: 'workflow', chat: 'workflow' },
    tag,
    summary:
      'Streams the run of a chat that is under way from its beginning; 204 when there is none.',
    details: `What \`useChat\` asks for with \`resume\`. ${published}`,
    scope: 'read',
    params: chatPlace,
    statuses: [200, 204],
    mediaType: 'text/event-stream',
    answer: z.string(),
  }),
};
