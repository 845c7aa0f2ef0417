// Conversations of the caller with the agents of the host
// T1. A thread is looked up under the caller's name: those of others are not there.
// T2. A decision is an answer to a wait of one's own run, with all checks that answers have. What follows is read from that run, so a wait
//     of somebody else's is not found by a thread, whoever may answer it.
import { isObject } from '@skein/api';
import { EngineError, withoutUndefined, type AgentRecord } from '@skein/ports';
import { assistantAgent } from '../../host/assistant.ts';
import type { HostThread } from '../../host/threads.ts';
import { whose } from '../../identity/identity.ts';
import { isoTime } from '../../values/iso-time.ts';
import type { Asked, HandlersOf } from '../handler.ts';
import { searchThreads } from './search-threads.ts';
import { answered, engineFor } from './thread-engine.ts';

export const threadHandlers: HandlersOf<'thread'> = {
  async listThreadAgents({ services, identity }) {
    const ofCode = services.threads.agents();
    const { items } = await services.records.agents.list({
      user: identity.owner,
      limit: agentsMax,
    });
    const own = items.filter(({ id }) => !ofCode.includes(id));
    return {
      body: {
        items: [
          ...ofCode.map((id) => ({ id, name: id, isOwn: false })),
          ...own.map(({ id, name }) => ({ id, name: name ?? id, isOwn: true })),
        ],
      },
    };
  },
  async listThreads(asked) {
    const { cursor, limit, order, q } = asked.query;
    const { identity, services } = asked;
    const wanted = { limit, ...whose(identity), ...withoutUndefined({ order }) };
    const nameOf = q === undefined ? undefined : await agentNames(asked);
    const { items, nextCursor } = await searchThreads(
      (from) =>
        services.threads.list(services.engine, {
          ...wanted,
          ...withoutUndefined({ cursor: from }),
        }),
      {
        limit,
        cursor,
        text: q,
        // What was said to the assistant is told with the workflow that it is about.
        accepts: ({ agent }) => agent !== assistantAgent,
        wordsOf: ({ agent, thread, title, said: last }) => [
          title,
          last,
          thread,
          nameOf?.get(agent) ?? agent,
        ],
      },
    );
    const shown = items.map(({ updatedAt, agent, thread, turns, said, title }) => ({
      agent,
      thread,
      turns,
      said,
      title,
      updatedAt: isoTime(updatedAt),
    }));
    return { body: { items: shown, nextCursor } };
  },
  async getThread(asked) {
    const { agent, thread } = asked.params;
    const found = await opened(asked, asked.params);
    const [title, messages] = await Promise.all([
      found.title(),
      found.uiMessages({ turns: asked.query.turns }),
    ]);
    const shown = messages.map((message) => ({ ...message, parts: [...message.parts] }));
    return { body: { agent, thread, title, messages: shown } };
  },
  async sendToThread(asked) {
    const found = await opened(asked, asked.params);
    return answered(asked, found.send(said(asked.body)));
  },
  async decideInThread(asked) {
    const { approvalId, ...decision } = asked.body;
    const found = await opened(asked, asked.params);
    return answered(asked, found.decide(approvalId, withoutUndefined(decision)));
  },
  async retryThread(asked) {
    const found = await opened(asked, asked.params);
    return answered(asked, found.retry());
  },
  async stopThread(asked) {
    const found = await opened(asked, asked.params);
    return { body: { isStopped: await found.stop(asked.body.run_id) } };
  },
  async forkThread(asked) {
    const { agent } = asked.params;
    const { before, to } = asked.body;
    const found = await opened(asked, asked.params);
    const { turns } = await found.fork({ before, to });
    return { status: 201, body: { agent, thread: to, turns } };
  },
  async streamThread(asked) {
    const found = await opened(asked, asked.params);
    return found.respond(new Request(asked.request.url, { method: 'GET' }));
  },
  async chat(asked) {
    const { body, params, request } = asked;
    const thread = await opened(asked, { agent: params.agent, thread: body.id });
    // The body was read and checked already.
    return thread.respond(new Request(request.url, { method: 'POST', body: JSON.stringify(body) }));
  },
};

type ThreadRoute =
  | 'getThread'
  | 'sendToThread'
  | 'decideInThread'
  | 'retryThread'
  | 'stopThread'
  | 'forkThread'
  | 'streamThread'
  | 'chat';

/** What people call the agents that they have made. */
async function agentNames({
  services,
  identity,
}: Asked<'listThreads'>): Promise<ReadonlyMap<string, string>> {
  const { items } = await services.records.agents.list({ user: identity.owner, limit: agentsMax });
  return new Map(items.map(({ id, name }) => [id, name ?? id]));
}

/** As many as one page of a list shows. */
const agentsMax = 200;

function said({ id, text, files }: Asked<'sendToThread'>['body']) {
  if (text.trim() === '' && (files ?? []).length === 0)
    throw new EngineError('BAD_VALUE', { what: 'message', complaint: 'It is empty.' });
  const sent = files?.map((file) => withoutUndefined(file));
  return { text, ...withoutUndefined({ id, files: sent }) };
}

async function opened(
  asked: Asked<ThreadRoute>,
  { agent, thread }: { readonly agent: string; readonly thread: string },
): Promise<HostThread> {
  const { services, identity } = asked;
  const place = { agent, id: thread, ...whose(identity) };
  if (services.threads.agents().includes(agent))
    return services.threads.open(engineFor(asked), place);
  const record = await services.records.agents.get(agent, identity.owner);
  if (record === undefined) throw new EngineError('NOT_FOUND', { what: 'agent', id: agent });
  return services.threads.open(engineFor(asked), { ...place, stored: toStored(record) });
}

function toStored({ id, name, systemPrompt, model, tools }: AgentRecord) {
  const named = Array.isArray(tools) ? tools.filter(isObject) : [];
  const names = named.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  const given = {
    name: name ?? undefined,
    instructions: systemPrompt ?? undefined,
    model: model ?? undefined,
  };
  return { id, tools: names, ...withoutUndefined(given) };
}
