// The node types of dataflow
// How the kernel treats them; what they do is in the room of the agents, under the same names. No config holds a reference:
// values travel on edges, and a text in a config is meant as it is written.
//
// F1. Whoever appends to a conversation holds it while it runs: two writers of one context never overlap.
// F2. Waits are functions that ask, not nodes that are a wait: so they take their turn in the order of a run with one slot.
import {
  isObject,
  ownValue,
  type JsonObject,
  type NodeKind,
  type RetryPolicy,
} from '@skein/kernel';

export const prefix = 'dataflow.';

/** Rate limits and broken connections of a model provider pass by themselves. */
const modelRetry: RetryPolicy = { attempts: 3, backoffMs: 500, factor: 2, maxMs: 30_000 };

const writesContext = '${context.id}';

type KindParts = Omit<NodeKind, 'type' | 'mode' | 'rawKeys'> & { readonly mode?: NodeKind['mode'] };

const parts: { readonly [type: string]: KindParts } = {
  defaultContextStart: { ports: ['context', 'data'], effect: 'pure' },
  newContext: { ports: ['context', 'data'], effect: 'pure' },
  userInput: { ports: ['message', 'data', 'context'], effect: 'pure' },
  manualInput: { ports: ['message', 'data', 'context'], effect: 'pure' },
  chat: {
    ports: ['result', 'data', 'response', 'context'],
    required: ['context'],
    requireOneOf: [['message', 'data']],
    retry: modelRetry,
    mutex: writesContext,
    effect: 'idempotent',
  },
  tools: { ports: ['tools', 'toolNames'], effect: 'pure' },
  intentRouter: {
    ports: (config) => intentGroups(config).flat(),
    firing: intentGroups,
    requireOneOf: [['data', 'message']],
    retry: modelRetry,
    effect: 'idempotent',
  },
  injectMessages: {
    ports: ['context'],
    required: ['context'],
    mutex: writesContext,
    effect: 'pure',
  },
  cache: { ports: ['data'], required: ['data'], effect: 'pure' },
  parallelSplit: { ports: 'any', firing: 'all', effect: 'pure' },
  parallelJoin: { ports: ['result'], effect: 'pure' },
  conditional: {
    mode: 'if',
    ports: ['true', 'false'],
    firing: 'one',
    required: ['data'],
    conditions: (config) => [
      { name: 'true', when: ownValue(config, 'condition') ?? null, path: ['condition'] },
    ],
    effect: 'pure',
  },
  approvalGate: { ports: ['approved', 'rejected'], firing: 'one', effect: 'pure' },
  budgetGuard: { ports: ['ok', 'exceeded'], firing: 'one', effect: 'pure' },
  redactor: { ports: ['data'], required: ['data'], effect: 'pure' },
};

export const dataflowKinds: readonly NodeKind[] = Object.entries(parts).map(([type, kind]) => ({
  type: `${prefix}${type}`,
  mode: 'execute',
  rawKeys: 'all',
  ...kind,
}));

/** As definitions write them. */
export const dataflowTypes: ReadonlySet<string> = new Set(Object.keys(parts));

/** An intent fires both of its ports, and no other intent fires then. */
function intentGroups(config: JsonObject): readonly (readonly string[])[] {
  const routes = ownValue(config, 'routes');
  if (!isObject(routes)) return [];
  return Object.keys(routes).map((intent) => [`${intent}-context`, `${intent}-data`]);
}
