// Workflows of a host's code
// What `createEngine({ workflows })` is given, with the workflows that those start: their node types become types of the engine, their
// definitions are saved in its store.
//
// R1. A run goes on in another process only if that one has the code too. So all workflows are registered when the engine is made,
//     and none by its first start.
// R2. A workflow is its id: two different ones of one id would take over each other's runs.
import type { Workflow } from '@skein/sdk';
import { EngineError } from '@skein/ports';
import type { CreateEngineOptions } from '../config/engine-options.ts';

/** Registered workflows by their ids, those that they start included. */
export type RegisteredWorkflows = ReadonlyMap<string, Workflow>;

/** What the options bring along; the threads of an agent are a workflow too. */
export function collectWorkflows({
  workflows = [],
  agents = [],
}: Pick<CreateEngineOptions, 'workflows' | 'agents'>): RegisteredWorkflows {
  refuse([
    ...oddParts('workflows', workflows, 'definition', 'workflow() or graph()'),
    ...oddParts('agents', agents, 'threads', 'agent()'),
  ]);
  const found = new Map<string, Workflow>();
  const twice = new Set<string>();
  const left = [...workflows, ...agents.map(({ threads }) => threads)];
  for (let flow = left.shift(); flow !== undefined; flow = left.shift()) {
    // Only named here: whoever saved it has registered the code that it needs.
    if (flow.isSaved === true) continue;
    const known = found.get(flow.id);
    if (known === flow) continue;
    if (known !== undefined) twice.add(flow.id);
    found.set(flow.id, flow);
    left.push(...flow.workflows);
  }
  refuse([...twice].map((id) => `workflows: two different workflows have the id "${id}"`));
  return found;
}

/** JavaScript has no types, and modules that import each other may give what is not there yet. */
function oddParts(
  option: 'workflows' | 'agents',
  list: unknown,
  mark: 'definition' | 'threads',
  maker: string,
): readonly string[] {
  if (!Array.isArray(list)) return [`${option}: give a list, [one, another]`];
  return list.flatMap((each: unknown, place) => {
    if (typeof each === 'object' && each !== null && mark in each) return [];
    return [`${option}[${place}] is ${kindOf(each)}, and not what ${maker} makes`];
  });
}

function kindOf(value: unknown): string {
  return value === undefined || value === null ? String(value) : `of type ${typeof value}`;
}

/** The options with the node types and functions of the workflows beside the host's own. */
export function withWorkflowTypes<
  Options extends Pick<CreateEngineOptions, 'nodeTypes' | 'functions'>,
>(options: Options, workflows: RegisteredWorkflows): Options {
  if (workflows.size === 0) return options;
  const flows = [...workflows.values()];
  const nodeTypes = addAll(
    options.nodeTypes,
    flows.map((flow) => flow.nodeTypes),
    'node type',
  );
  const functions = addAll(
    options.functions,
    flows.map((flow) => flow.functions),
    'function',
  );
  return { ...options, nodeTypes, functions };
}

/** What the host has, with what its workflows bring; a name with two meanings is refused. */
function addAll<Part>(
  own: { readonly [name: string]: Part } | undefined,
  brought: readonly (ReadonlyMap<string, Part> | undefined)[],
  what: string,
): { readonly [name: string]: Part } {
  const all = new Map(Object.entries(own ?? {}));
  const taken = new Set<string>();
  for (const [name, part] of brought.flatMap((each) => [...(each ?? [])])) {
    if (all.has(name) && all.get(name) !== part) taken.add(name);
    all.set(name, part);
  }
  refuse([...taken].map((name) => `workflows: the ${what} "${name}" has two meanings`));
  return Object.fromEntries(all);
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
