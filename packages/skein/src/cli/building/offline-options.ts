// What a trial may use that nobody asked to be real
// A model decides what is tried, and answers the questions of the trial itself, so nothing outside may come of it: models, tools and
// requests are answered by the script, and code of the host is called only where it says that it has no effects.
import type { RegisteredFunction } from '@skein/agents';
import type { NodeType } from '@skein/ports';
import type { CreateEngineOptions } from '../../config/engine-options.ts';
import { collectWorkflows, withWorkflowTypes } from '../../typed/register-workflows.ts';
import type { ConfiguredOptions } from '../inputs/load-config.ts';

export type OfflineOptions = ConfiguredOptions & Pick<CreateEngineOptions, 'http'>;

export function offlineOptions(given: ConfiguredOptions): OfflineOptions {
  // Agents and workflows of code are code of the host too: their types are known, and what they do is not done.
  const configured = withWorkflowTypes(given, collectWorkflows(given));
  const { config = {}, functions = {}, nodeTypes = {} } = configured;
  return {
    ...configured,
    config: withoutTools(config),
    workflows: [],
    agents: [],
    tools: {},
    http: { closed: `nothing outside is reached in a trial; ${cure}` },
    functions: mapValues(functions, withoutEffects),
    nodeTypes: mapValues(nodeTypes, harmlessType),
  };
}

/** What reaches something outside. */
const outside = ['http', 'mcpServers', 'openapi', 'a2a', 'postgres', 'mail'] as const;

function withoutTools(config: NonNullable<ConfiguredOptions['config']>): typeof config {
  const rest = { ...config };
  for (const key of outside) delete rest[key];
  return rest;
}

const cure = 'give the answer in a script, or pass live: true if your user asked for it';

type GivenFunction = NonNullable<ConfiguredOptions['functions']>[string];

function withoutEffects(name: string, given: GivenFunction): GivenFunction {
  const isPure = typeof given === 'object' && 'effect' in given && given.effect === 'pure';
  if (isPure) return given;
  const refuse = () => {
    throw new Error(`The function "${name}" is not called: ${cure}.`);
  };
  if (typeof given === 'function') return refuse;
  // Only what it does is another.
  return { ...given, run: refuse } as RegisteredFunction;
}

function harmlessType(name: string, type: NodeType): NodeType {
  if (type.run === undefined || type.kind.effect === 'pure') return type;
  const { halves: _, ...rest } = type;
  return {
    ...rest,
    run: () => {
      throw new Error(`Nodes of type "${name}" are not run: ${cure}.`);
    },
  };
}

function mapValues<Value>(
  table: { readonly [name: string]: Value },
  change: (name: string, value: Value) => Value,
): { readonly [name: string]: Value } {
  return Object.fromEntries(
    Object.entries(table).map(([name, value]) => [name, change(name, value)]),
  );
}
