import { agentConfigShape, handOffConfigShape, type ValueOf } from '@skein/dialects';
import type { NodeCall } from '@skein/ports';
import { readConfig } from '../../configs/read-config.ts';

type Defaulted<Config, Keys extends keyof Config> = Config & {
  readonly [Key in Keys]-?: NonNullable<Config[Key]>;
};

export type AgentConfig = Defaulted<
  ValueOf<typeof agentConfigShape>,
  'agent' | 'conversational' | 'routes' | 'always' | 'handOff'
>;

export type HandOffConfig = Defaulted<
  ValueOf<typeof handOffConfigShape>,
  'entry' | 'agents' | 'nodes' | 'routes' | 'always'
>;

/** The config of an agent in a graph, with its defaults. */
export function readAgentConfig(call: NodeCall): AgentConfig {
  const config = readConfig(call, agentConfigShape);
  const { agent = {}, conversational = false, routes = [], always = false } = config;
  const { handOff = false } = config;
  return { ...config, agent, conversational, routes, always, handOff };
}

/** The config of a hand-off, with its defaults. */
export function readHandOffConfig(call: NodeCall): HandOffConfig {
  const config = readConfig(call, handOffConfigShape);
  const { entry = '', agents = [], nodes = [], routes = [], always = false } = config;
  return { ...config, entry, agents, nodes, routes, always };
}
