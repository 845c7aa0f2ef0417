import type { Engine as DurableEngine } from '@skein/engine';
import { EngineError } from '@skein/ports';
import {
  openThread,
  type Agent,
  type AgentTools,
  type Thread,
  type ThreadOptions,
} from '@skein/sdk';
import type { RegisteredWorkflows } from './register-workflows.ts';

/** Its turns are runs, which need the agent's code wherever they go on: so an agent that is not registered is refused at once. */
export function openAgentThread<Tools extends AgentTools, Out>(
  engine: Pick<DurableEngine, 'runs' | 'waits' | 'memory' | 'workflows'>,
  /** Null where the agents are registered in another process. */
  known: RegisteredWorkflows | null,
  {
    id,
    agent,
    options,
  }: {
    readonly id: string;
    readonly agent: Agent<Tools, Out>;
    readonly options?: ThreadOptions | undefined;
  },
): Thread<Tools, Out> {
  if (known !== null && known.get(agent.threads.id) !== agent.threads)
    throw new EngineError('AGENT_NOT_REGISTERED', { agent: agent.id });
  return openThread(engine, { ...options, id, agent: agent.id });
}
