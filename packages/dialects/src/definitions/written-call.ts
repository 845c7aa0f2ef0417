// The call that a node makes, as far as it is written down
// Which arguments it gives to what it names: enough to say before a run that one is missing. What is computed as a whole is not known.
import { isObject, ownValue, type Json, type JsonObject, type Workflow } from '@skein/kernel';
import { inlineWorkflow } from '../dialect/inline-workflow.ts';

export interface WrittenCall {
  readonly target: 'tool' | 'function' | 'workflow';
  /** Empty for a workflow that is written inside the node. */
  readonly name: string;
  /** The key of the config that holds the arguments. */
  readonly key: string;
  readonly given: readonly string[];
  /** What it takes, where the definition itself says so. */
  readonly schema?: Json;
}

/** The node in the workflow that it belongs to. */
export interface CallingNode {
  readonly node: Workflow['nodes'][number];
  readonly workflow: Workflow;
  /** Those of the whole definition. */
  readonly tools: JsonObject;
}

/** Undefined where it calls nothing, or where what it gives is only known in a run. */
export function writtenCall({ node, workflow, tools }: CallingNode): WrittenCall | undefined {
  const { type, config = {} } = node;
  switch (type) {
    case 'tool': {
      const name = plainName(config, 'tool');
      const given = namesIn(ownValue(config, 'args') ?? {});
      if (name === undefined || given === undefined) return undefined;
      const brought = ownValue(tools, name);
      const call = { target: 'tool', name, key: 'args', given } as const;
      if (brought === undefined) return call;
      return { ...call, schema: isObject(brought) ? (ownValue(brought, 'parameters') ?? {}) : {} };
    }
    case 'function': {
      const name = plainName(config, 'name');
      const args = ownValue(config, 'args');
      const given = args === undefined ? portsOf(node, workflow) : namesIn(args);
      if (name === undefined || given === undefined) return undefined;
      return { target: 'function', name, key: 'args', given };
    }
    case 'subworkflow': {
      const inner = inlineWorkflow(type, config);
      const name = inner === undefined ? plainName(config, 'workflow') : '';
      const given = namesIn(ownValue(config, 'input'));
      if (name === undefined || given === undefined) return undefined;
      const call = { target: 'workflow', name, key: 'input', given } as const;
      return inner === undefined ? call : { ...call, schema: startSchema(inner) };
    }
    default:
      return undefined;
  }
}

function plainName(config: JsonObject, key: string): string | undefined {
  const name = ownValue(config, key);
  return typeof name === 'string' && name !== '' && !name.includes('${') ? name : undefined;
}

function namesIn(args: Json | undefined): readonly string[] | undefined {
  return args !== undefined && isObject(args) ? Object.keys(args) : undefined;
}

/** Without arguments, a function gets what arrives on the ports of its node; of an item, only the item is known. */
function portsOf(
  { id, each }: CallingNode['node'],
  { edges = [] }: Workflow,
): readonly string[] | undefined {
  if (each !== undefined) return undefined;
  return ['input', ...edges.flatMap((edge) => (edge.to === id ? [edge.in ?? 'input'] : []))];
}

function startSchema(workflow: JsonObject): Json {
  const nodes: Json = ownValue(workflow, 'nodes') ?? [];
  const starts = (Array.isArray(nodes) ? nodes : [])
    .filter(isObject)
    .filter((node) => ownValue(node, 'type') === 'start');
  const [only, ...others] = starts.map((node) => ownValue(node, 'config') ?? {});
  // With several starts, which of them a run begins with is decided elsewhere.
  if (only === undefined || others.length > 0 || !isObject(only)) return {};
  return ownValue(only, 'schema') ?? {};
}
