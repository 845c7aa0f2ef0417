import { route } from './route.ts';
import {
  begunJson,
  decision,
  messageId,
  messageJson,
  stoppedJson,
  streamed,
  turnsQuery,
} from '../schemas/turn.ts';
import { json, pageOf, pageQuery, time } from '../schemas/json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'threads';

const agent = z.string().min(1).max(60);
const thread = z.string().min(1).max(120);
const params = z.object({ agent, thread });
const owner = { agent: 'thread', thread: 'thread' } as const;

/** Conversations of the caller with agents: those of the host's code, and those of their own. */
export const threadRoutes = {
  listThreadAgents: route({
    method: 'get',
    path: '/threads/agents',
    tag,
    summary: 'Lists the agents that one can talk to.',
    scope: 'read',
    statuses: [200],
    details:
      "Those of the host's code, and your own (`/agents`). Of two with one id the one of the code answers.",
    answer: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          isOwn: z.boolean().meta({ description: 'You made it, and may change it.' }),
        }),
      ),
    }),
  }),
  listThreads: route({
    method: 'get',
    path: '/threads',
    tag,
    summary: 'Lists your threads.',
    scope: 'read',
    details:
      'A search reads up to 40 pages for each request; the cursor goes on where it stopped, also if it has found nothing yet.',
    query: z.object({
      ...pageQuery,
      order: z.enum(['begun', 'said']).optional().meta({
        description:
          '`begun`: those that began first (the default); `said`: those in which something was said last.',
      }),
      q: z.string().max(200).optional().meta({
        description:
          'Text in what was said first and last, in the id, or in the name of the agent.',
      }),
    }),
    statuses: [200],
    answer: pageOf(
      z
        .object({
          agent: z.string(),
          thread: z.string(),
          turns: z.int(),
          said: z.string().meta({ description: 'The beginning of what you said last.' }),
          title: z.string().meta({ description: 'The beginning of what you said first.' }),
          updatedAt: time,
        })
        .meta({ id: 'Thread' }),
    ),
  }),
  getThread: route({
    method: 'get',
    path: '/threads/{agent}/{thread}',
    owner,
    tag,
    summary: 'Returns what was said in a thread, as messages of the AI SDK.',
    details:
      'A call that a person must decide about is a part with the state `approval-requested`. The answer to a turn that is under way is not among them: stream it.',
    scope: 'read',
    params,
    query: turnsQuery(50),
    statuses: [200],
    answer: z.object({
      agent: z.string(),
      thread: z.string(),
      title: z.string().meta({ description: 'The beginning of what you said first.' }),
      messages: z.array(messageJson),
    }),
  }),
  sendToThread: route({
    method: 'post',
    path: '/threads/{agent}/{thread}/messages',
    owner,
    tag,
    summary: 'Says something in a thread.',
    details: `A thread is there as soon as something is said in it. With the same \`id\` it is said once, however often it is sent. ${streamed}`,
    scope: 'run',
    params,
    body: z.strictObject({
      text: z.string().max(1_000_000),
      id: messageId.optional(),
      files: z
        .array(
          z.strictObject({
            name: z.string().max(200).optional(),
            mediaType: z.string().min(1).max(200),
            url: z.string().max(8_000_000).meta({ description: 'A `data:` URL in base64.' }),
          }),
        )
        .max(10)
        .optional()
        .meta({ description: 'Pictures (PNG, JPEG, GIF, WebP) and texts.' }),
    }),
    statuses: [202, 200],
    isStreamed: true,
    answer: begunJson,
    example: { body: { text: 'Where is order 71?' } },
  }),
  decideInThread: route({
    method: 'post',
    path: '/threads/{agent}/{thread}/decisions',
    owner,
    tag,
    summary: 'Decides about a call of a tool that a person must agree to.',
    details: `\`input\` replaces what the model wanted. ${streamed}`,
    scope: 'answer',
    params,
    body: z.strictObject({
      ...decision,
      input: json.optional(),
    }),
    statuses: [202, 200],
    isStreamed: true,
    answer: begunJson,
    problems: [409],
    example: { body: { approvalId: 'a wait', approved: true } },
  }),
  retryThread: route({
    method: 'post',
    path: '/threads/{agent}/{thread}/retry',
    owner,
    tag,
    summary: 'Tries the last turn again.',
    details: `A turn that failed goes on with what it had done. One that was stopped or is done is taken back, and what was said is answered anew. ${streamed}`,
    scope: 'run',
    params,
    statuses: [202, 200],
    isStreamed: true,
    answer: begunJson,
    problems: [409],
  }),
  stopThread: route({
    method: 'post',
    path: '/threads/{agent}/{thread}/stop',
    owner,
    tag,
    summary: 'Stops the turn that is under way.',
    details:
      '`run_id` names the turn, for one that has just begun: the header `X-Skein-Run` of a stream says it.',
    scope: 'run',
    params,
    body: z.strictObject({ run_id: z.string().min(1).max(200).optional() }),
    isBodyOptional: true,
    statuses: [200],
    answer: stoppedJson,
    example: { answer: { isStopped: true } },
  }),
  forkThread: route({
    method: 'post',
    path: '/threads/{agent}/{thread}/fork',
    owner,
    tag,
    summary: 'Begins another thread with what was said before a message.',
    details:
      'To say something else in its place: the thread itself stays as it is. At most the last 200 turns are taken along.',
    scope: 'run',
    params,
    body: z.strictObject({
      before: z.string().min(1).max(200).meta({ description: 'The id of a message of yours.' }),
      to: thread.meta({ description: 'The id of the new thread.' }),
    }),
    statuses: [201],
    answer: z.object({ agent: z.string(), thread: z.string(), turns: z.int() }),
    example: { body: { before: 'm2', to: 'customer-7-b' } },
  }),
  streamThread: route({
    method: 'get',
    path: '/threads/{agent}/chat/{thread}/stream',
    owner,
    tag,
    summary: 'Streams the turn that is under way from its beginning; 204 when there is none.',
    details: 'What `useChat` of the AI SDK asks for with `resume`.',
    scope: 'read',
    params,
    statuses: [200, 204],
    mediaType: 'text/event-stream',
    answer: z.string(),
  }),
  chat: route({
    method: 'post',
    path: '/threads/{agent}/chat',
    owner: { agent: 'thread' },
    tag,
    summary: 'Answers `useChat` of the AI SDK; the id of the chat is the thread.',
    details:
      'Takes what the hook posts: the last message says something, or decides about the calls that it asks for. The answer is its UI message stream.',
    scope: 'run',
    params: z.object({ agent }),
    body: z
      .object({ id: thread, messages: z.array(json) })
      .loose()
      .meta({ description: 'As `useChat` posts it.' }),
    statuses: [200],
    mediaType: 'text/event-stream',
    answer: z.string(),
    problems: [409],
    example: {
      body: {
        id: 'customer-7',
        messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
      },
    },
  }),
};
