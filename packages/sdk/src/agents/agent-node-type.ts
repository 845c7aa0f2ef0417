// The node type of an agent
// `{ "type": "agent:support", "config": { "prompt": "…" } }` asks the agent of this code. The kernel treats it as the native `agent`.
import { acceptToolApproval, runAgentLoop } from '@skein/agents';
import { codeType, ownValue, textOf, type JsonObject } from '@skein/kernel';
import type { ConfigProblem, NodeType } from '@skein/ports';
import type { AgentSource } from './agent-source.ts';
import { kindOfCode } from '../values/kind-of-code.ts';
import { planAgent } from './plan-agent.ts';

/** The `type` of the nodes that ask an agent. */
export function agentTypeOf(id: string): string {
  return codeType('agent', id);
}

export function agentNodeType(source: AgentSource): NodeType {
  return {
    kind: kindOfCode(agentTypeOf(source.id)),
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

function checkConfig(config: JsonObject): readonly ConfigProblem[] {
  const prompt = ownValue(config, 'prompt');
  if (typeof prompt === 'string' && prompt !== '') return [];
  return [
    { path: ['prompt'], message: '"prompt" must be a text', hint: 'Say what the agent is asked.' },
  ];
}
