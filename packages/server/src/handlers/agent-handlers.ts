import type { AnswerOf } from '@skein/api';
import { EngineError, type AgentRecord } from '@skein/ports';
import { audit } from '../records/audit.ts';
import type { HandlersOf } from './handler.ts';

export const agentHandlers: HandlersOf<'agent'> = {
  async listAgents({ query, identity, services }) {
    const page = await services.records.agents.list({ ...query, user: identity.owner });
    return { body: { items: page.items.map(toAgent), nextCursor: page.nextCursor } };
  },
  async createAgent({ body, identity, services }) {
    const agent: AgentRecord = { ...body, id: body.id ?? services.newId(), user: identity.owner };
    const { id } = agent;
    const isNew = await services.records.agents.create(agent);
    if (!isNew) throw new EngineError('NAME_TAKEN', { what: 'agent', name: id });
    await audit(services, identity, { action: 'agent.save', subject: id });
    return { body: toAgent(agent) };
  },
  async getAgent({ params, identity, services }) {
    const agent = await services.records.agents.get(params.id, identity.owner);
    if (agent === undefined) throw new EngineError('NOT_FOUND', { what: 'agent', id: params.id });
    return { body: toAgent(agent) };
  },
  async putAgent({ params, body, identity, services }) {
    const agent: AgentRecord = { ...body, id: params.id, user: identity.owner };
    await services.records.agents.put(agent);
    await audit(services, identity, { action: 'agent.save', subject: agent.id });
    return { body: toAgent(agent) };
  },
  async deleteAgent({ params, identity, services }) {
    const isDeleted = await services.records.agents.delete(params.id, identity.owner);
    if (!isDeleted) throw new EngineError('NOT_FOUND', { what: 'agent', id: params.id });
    await audit(services, identity, { action: 'agent.delete', subject: params.id });
    return { body: undefined };
  },
};

function toAgent({ id, name, systemPrompt, model, tools }: AgentRecord): AnswerOf<'getAgent'> {
  return { id, name, systemPrompt, model, tools };
}
