// Workflows of a host's code
// What `createEngine({ workflows })` is given, with the workflows that those start: their node types become types of the engine, their
// definitions are saved in its store.
//
// R1. A run goes on in another process only if that one has the code too. So all workflows are registered when the engine is made,
//     and none by its first start.
// R2. A workflow is its id: two different ones of one id would take over each other's runs.
import type { Workflow } from '@skein/sdk';
import { EngineError, type NodeType } from '@skein/ports';
import type { CreateEngineOptions } from '../config/engine-options.ts';

/** Registered workflows by their ids, those that they start included. */
export type RegisteredWorkflows = ReadonlyMap<string, Workflow>;

/** What the options bring along; the threads of an agent are a workflow too. */
export function givenWorkflows({
  workflows = [],
  agents = [],
}: Pick<CreateEngineOptions, 'workflows' | 'agents'>): readonly Workflow[] {
  return [...workflows, ...agents.map(({ threads }) => threads)];
}

export function collectWorkflows(given: readonly Workflow[] = []): RegisteredWorkflows {
  const found = new Map<string, Workflow>();
  const twice = new Set<string>();
  const left = [...given];
  for (let flow = left.shift(); flow !== undefined; flow = left.shift()) {
    const known = found.get(flow.id);
    if (known === flow) continue;
    if (known !== undefined) twice.add(flow.id);
    found.set(flow.id, flow);
    left.push(...flow.workflows);
  }
  refuse([...twice].map((id) => `workflows: two different workflows have the id "${id}"`));
  return found;
}

/** The options with the node types of the workflows beside the host's own. */
export function withWorkflowTypes<Options extends Pick<CreateEngineOptions, 'nodeTypes'>>(
  options: Options,
  workflows: RegisteredWorkflows,
): Options {
  const nodeTypes: Record<string, NodeType> = { ...options.nodeTypes };
  const taken = new Set<string>();
  for (const flow of workflows.values()) {
    for (const [type, nodeType] of flow.nodeTypes) {
      if (Object.hasOwn(nodeTypes, type) && nodeTypes[type] !== nodeType) taken.add(type);
      nodeTypes[type] = nodeType;
    }
  }
  refuse([...taken].map((type) => `workflows: the node type "${type}" has two meanings`));
  return workflows.size === 0 ? options : { ...options, nodeTypes };
}

/** Saves what has changed since it was last saved: an equal definition is the version that is there. */
export async function saveWorkflows(
  engine: { readonly workflows: { save(definition: object): Promise<unknown> } },
  workflows: RegisteredWorkflows,
): Promise<void> {
  for (const { definition } of workflows.values()) await engine.workflows.save(definition);
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0)
    throw new EngineError('CONFIG_INVALID', { file: 'the options of the engine', problems });
}
