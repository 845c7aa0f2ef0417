// The node type of an agent
// `{ "type": "agent:support", "config": { "prompt": "…" } }` asks the agent of this code. The kernel treats it as the native `agent`.
import { acceptToolApproval, runAgentLoop } from '@skein/agents';
import { allKinds } from '@skein/dialects';
import { ownValue, textOf, type JsonObject, type NodeKind } from '@skein/kernel';
import { withoutUndefined, type ConfigProblem, type NodeType } from '@skein/ports';
import type { AgentSource } from './agent-source.ts';
import { planAgent } from './plan-agent.ts';

/** The `type` of the nodes that ask an agent. */
export function agentTypeOf(id: string): string {
  return `agent:${id}`;
}

export function agentNodeType(source: AgentSource): NodeType {
  return {
    kind: kindOf(agentTypeOf(source.id), ['prompt']),
    name: source.id,
    description: `Asks the agent "${source.id}", which is written in code.`,
    checkConfig,
    asksInSteps: true,
    accept: acceptToolApproval,
    async run(call, io) {
      const plan = await planAgent(source, io);
      const asked = {
        ...plan,
        messages: [
          { role: 'user' as const, content: textOf(ownValue(call.config, 'prompt') ?? '') },
        ],
      };
      const { value } = await runAgentLoop(asked, call, io);
      return { value };
    },
  };
}

/** As the native agent: tried again while a provider is away, and interrupted calls of tools are their own affair. */
export function kindOf(type: string, textKeys: readonly string[]): NodeKind {
  const native = allKinds.get('agent');
  if (native === undefined) throw new Error('There is no native node type "agent".');
  const { mode, ports, retry, effect } = native;
  return { type, mode, ports, textKeys, ...withoutUndefined({ retry, effect }) };
}

function checkConfig(config: JsonObject): readonly ConfigProblem[] {
  const prompt = ownValue(config, 'prompt');
  if (typeof prompt === 'string' && prompt !== '') return [];
  return [
    { path: ['prompt'], message: '"prompt" must be a text', hint: 'Say what the agent is asked.' },
  ];
}
