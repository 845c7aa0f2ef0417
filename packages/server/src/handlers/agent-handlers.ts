import type { AnswerOf } from '@skein/api';
import { EngineError, type AgentRecord } from '@skein/ports';
import { paging } from './account-handlers.ts';
import { audit } from '../records/audit.ts';
import type { Handlers } from './handler.ts';

type AgentHandlers = Pick<
  Handlers,
  'listAgents' | 'createAgent' | 'getAgent' | 'putAgent' | 'deleteAgent'
>;

export const agentHandlers: AgentHandlers = {
  async listAgents({ query, identity, services }) {
    const page = await services.store.agents.list({ user: identity.owner, ...paging(query) });
    return { body: { items: page.items.map(toAgent), nextCursor: page.nextCursor } };
  },
  async createAgent({ body, identity, services }) {
    const { id = services.newId(), name, systemPrompt, model, tools } = body;
    const agent: AgentRecord = { id, user: identity.owner, name, systemPrompt, model, tools };
    const isNew = await services.store.agents.create(agent);
    if (!isNew) throw new EngineError('NAME_TAKEN', { what: 'agent', name: id });
    await audit(services, identity, { action: 'agent.save', subject: id });
    return { body: toAgent(agent) };
  },
  async getAgent({ params, identity, services }) {
    const agent = await services.store.agents.get(params.id, identity.owner);
    if (agent === undefined) throw new EngineError('NOT_FOUND', { what: 'agent', id: params.id });
    return { body: toAgent(agent) };
  },
  async putAgent({ params, body, identity, services }) {
    const { name, systemPrompt, model, tools } = body;
    const { id } = params;
    const agent: AgentRecord = { id, user: identity.owner, name, systemPrompt, model, tools };
    await services.store.agents.put(agent);
    await audit(services, identity, { action: 'agent.save', subject: id });
    return { body: toAgent(agent) };
  },
  async deleteAgent({ params, identity, services }) {
    const isDeleted = await services.store.agents.delete(params.id, identity.owner);
    if (!isDeleted) throw new EngineError('NOT_FOUND', { what: 'agent', id: params.id });
    await audit(services, identity, { action: 'agent.delete', subject: params.id });
    return { body: undefined };
  },
};

function toAgent({ id, name, systemPrompt, model, tools }: AgentRecord): AnswerOf<'getAgent'> {
  return { id, name, systemPrompt, model, tools };
}
