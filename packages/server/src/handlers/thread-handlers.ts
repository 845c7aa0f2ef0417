// Conversations of the caller with the agents of the host
// T1. A thread is looked up under the caller's name: those of others are not there.
// T2. A decision is an answer to a wait of one's own run, with all checks that answers have. What follows is read from that run, so a wait
//     of somebody else's is not found by a thread, whoever may answer it.
import { EngineError, withoutUndefined } from '@skein/ports';
import { answerAs } from '../features/waits/answer-as.ts';
import { visibleWait } from '../features/waits/visible-wait.ts';
import type { HostReply, HostThread, ThreadEngine } from '../host/threads.ts';
import { whose } from '../identity/identity.ts';
import { isoTime } from '../values/iso-time.ts';
import type { Asked, HandlersOf } from './handler.ts';

export const threadHandlers: HandlersOf<'thread'> = {
  listThreadAgents: ({ services }) => ({
    body: { items: services.threads.agents().map((id) => ({ id })) },
  }),
  async listThreads({ query: { cursor, limit }, identity, services }) {
    const wanted = { limit, ...whose(identity), ...withoutUndefined({ cursor }) };
    const { items, nextCursor } = await services.threads.list(services.engine, wanted);
    const shown = items.map(({ updatedAt, agent, thread, turns, said }) => ({
      agent,
      thread,
      turns,
      said,
      updatedAt: isoTime(updatedAt),
    }));
    return { body: { items: shown, nextCursor } };
  },
  async getThread(asked) {
    const { agent, thread } = asked.params;
    const messages = await opened(asked, asked.params).uiMessages({ turns: asked.query.turns });
    const shown = messages.map((message) => ({ ...message, parts: [...message.parts] }));
    return { body: { agent, thread, messages: shown } };
  },
  sendToThread: (asked) => answered(asked, opened(asked, asked.params).send(said(asked.body))),
  decideInThread(asked) {
    const { approvalId, ...decision } = asked.body;
    const reply = opened(asked, asked.params).decide(approvalId, withoutUndefined(decision));
    return answered(asked, reply);
  },
  retryThread: (asked) => answered(asked, opened(asked, asked.params).retry()),
  streamThread: (asked) =>
    opened(asked, asked.params).respond(new Request(asked.request.url, { method: 'GET' })),
  async chat(asked) {
    const { body, params, request } = asked;
    const thread = opened(asked, { agent: params.agent, thread: body.id });
    // The body was read and checked already.
    return thread.respond(new Request(request.url, { method: 'POST', body: JSON.stringify(body) }));
  },
};

type ThreadRoute =
  | 'getThread'
  | 'sendToThread'
  | 'decideInThread'
  | 'retryThread'
  | 'streamThread'
  | 'chat';

function said({ id, text }: Asked<'sendToThread'>['body']) {
  return id === undefined ? { text } : { id, text };
}

function opened(
  asked: Asked<ThreadRoute>,
  { agent, thread }: { readonly agent: string; readonly thread: string },
): HostThread {
  const { services, identity } = asked;
  if (!services.threads.agents().includes(agent))
    throw new EngineError('NOT_FOUND', { what: 'agent', id: agent });
  return services.threads.open(engineFor(asked), { agent, id: thread, ...whose(identity) });
}

/** For this caller, and for no longer than they listen. */
function engineFor({ services, identity, signal }: Asked<ThreadRoute>): ThreadEngine {
  const { runs, memory } = services.engine;
  const over = [signal, services.closing];
  return {
    memory,
    runs: {
      start: (workflow, options) => runs.start(workflow, options),
      get: (run) => runs.get(run),
      record: (run) => runs.record(run),
      resume: (run, options) => runs.resume(run, options),
      events: (run, options) =>
        runs.events(run, {
          ...options,
          signal: AbortSignal.any([
            ...(options?.signal === undefined ? [] : [options.signal]),
            ...over,
          ]),
        }),
    },
    waits: {
      get: (wait) => visibleWait(services.engine, identity, wait),
      answer: (wait, answer) => answerAs(services, identity, { wait, answer }),
    },
  };
}

/** As a stream for those who want one; the turn goes on in any case. */
async function answered(
  { request }: Pick<Asked<ThreadRoute>, 'request'>,
  reply: HostReply,
): Promise<Response | { readonly status: number; readonly body: { readonly run_id: string } }> {
  // What cannot begin is told as it is by all routes, not inside of a stream.
  const run = await reply.run;
  if ((request.headers.get('accept') ?? '').includes('text/event-stream'))
    return reply.toUIMessageStreamResponse();
  return { status: 202, body: { run_id: run } };
}
