// The node types of dataflow
// One entry per type: its words, its settings, how the kernel treats it. What it does is in the room of the agents, under the
// same name. No config holds a reference: values travel on edges, and a text in a config is meant as it is written.
//
// F1. A node that appends to a conversation locks it while it runs: two writers of one context never overlap.
// F2. Waits are functions that ask, not nodes of mode `wait`, so that they keep their place in the order of a run with one slot.
import { isObject, modelRetry, ownValue, type JsonObject, type NodeKind } from '@skein/kernel';
import type { NodeEntry } from '../../dialect/node-entry.ts';
import {
  any,
  choice,
  dictionary,
  either,
  list,
  nonEmptyText,
  nullable,
  number,
  optional,
  record,
  required,
  text,
  type RecordShape,
} from '../../shape/shape.ts';

export const prefix = 'dataflow.';

const writesContext = '${context.id}';

const provider = optional(nullable(text), 'the provider of the model, for example "anthropic"');
const model = optional(nullable(text), 'the model, as its provider calls it');
const prompt = optional(nullable(text), 'the question to the person');
const contextSettings = {
  provider,
  model,
  systemInstructions: optional(nullable(text), 'the system prompt of the conversation'),
};

const message = record('message', {
  role: required(choice('system', 'user', 'assistant'), 'who says it'),
  content: required(text, 'the text of the message'),
});

interface DataflowEntry extends NodeEntry {
  readonly kind: Omit<NodeKind, 'type' | 'mode' | 'rawKeys'> & { readonly mode?: NodeKind['mode'] };
}

/** In the order in which palettes offer them. */
export const dataflowNodes = {
  defaultContextStart: {
    name: 'Start',
    summary: 'The main conversation',
    keywords: ['begin', 'entry', 'trigger', 'context', 'system prompt'],
    palette: { group: 'Start', family: 'trigger' },
    kind: { ports: ['context', 'data'], effect: 'pure' },
    config: record('defaultContextStart config', contextSettings),
  },
  newContext: {
    name: 'New context',
    summary: 'Start a separate conversation',
    keywords: ['thread', 'memory', 'session', 'conversation'],
    palette: { group: 'Start', family: 'data' },
    kind: { ports: ['context', 'data'], effect: 'pure' },
    config: record('newContext config', contextSettings),
  },
  chat: {
    name: 'Chat',
    summary: 'Ask the model',
    keywords: ['ai', 'llm', 'model', 'prompt', 'gpt', 'claude', 'completion', 'agent', 'message'],
    palette: { group: 'Think', family: 'agent' },
    kind: {
      ports: ['result', 'data', 'response', 'context'],
      required: ['context'],
      requireOneOf: [['message', 'data']],
      retry: modelRetry,
      mutex: writesContext,
      effect: 'idempotent',
    },
    config: record('chat config', { provider, model }),
  },
  intentRouter: {
    name: 'Intent router',
    summary: 'Route by intent',
    keywords: ['classify', 'branch', 'switch', 'route', 'categorize', 'llm'],
    palette: { group: 'Think', family: 'agent' },
    initialConfig: { routes: { question: 'A question.', other: 'Anything else.' } },
    kind: {
      ports: (config) => intentGroups(config).flat(),
      firing: intentGroups,
      requireOneOf: [['data', 'message']],
      retry: modelRetry,
      effect: 'idempotent',
    },
    config: record('intentRouter config', {
      provider,
      model,
      routes: required(dictionary(text), 'the intents by name, each with its description'),
    }),
  },
  tools: {
    name: 'Tools',
    summary: 'What a chat may call',
    keywords: ['mcp', 'functions', 'api', 'actions'],
    palette: { group: 'Think', family: 'tool' },
    kind: { ports: ['tools', 'toolNames'], effect: 'pure' },
    config: record('tools config', {
      tools: optional(
        either(choice('auto'), list(nonEmptyText)),
        '"auto" for all tools (default), or the names of some',
      ),
    }),
  },
  conditional: {
    name: 'Condition',
    summary: 'Branch: true or false',
    keywords: ['branch', 'if', 'else', 'decision', 'filter'],
    palette: { group: 'Flow', family: 'logic' },
    initialConfig: { condition: { left: '${inputs.data}', op: 'truthy' } },
    kind: {
      mode: 'if',
      ports: ['true', 'false'],
      firing: 'one',
      required: ['data'],
      conditions: (config) => [
        { name: 'true', when: ownValue(config, 'condition') ?? null, path: ['condition'] },
      ],
      effect: 'pure',
    },
    config: record('conditional config', {
      condition: required(any, 'a native condition about the data'),
    }),
  },
  parallelSplit: {
    name: 'Split',
    summary: 'Send a value to several branches',
    keywords: ['fan out', 'parallel', 'fork', 'broadcast', 'branch'],
    palette: { group: 'Flow', family: 'logic' },
    kind: { ports: 'any', firing: 'all', effect: 'pure' },
    config: record('parallelSplit config', {}),
  },
  parallelJoin: {
    name: 'Join',
    summary: 'Merge values',
    keywords: ['merge', 'combine', 'fan in', 'gather', 'wait for all'],
    palette: { group: 'Flow', family: 'logic' },
    kind: { ports: ['result'], effect: 'pure' },
    config: record('parallelJoin config', {}),
  },
  budgetGuard: {
    name: 'Budget guard',
    summary: 'Branch when the budget is spent',
    keywords: ['cost', 'limit', 'tokens', 'money', 'spend', 'cap'],
    palette: { group: 'Flow', family: 'logic' },
    initialConfig: { tokens: 10_000 },
    kind: { ports: ['ok', 'exceeded'], firing: 'one', effect: 'pure' },
    config: record('budgetGuard config', {
      tokens: optional(nullable(number(0)), 'the token budget, input and output together'),
      usd: optional(nullable(number(0)), 'the budget in US dollars'),
    }),
  },
  injectMessages: {
    name: 'Inject messages',
    summary: 'Add to the conversation',
    keywords: ['history', 'few-shot', 'examples', 'system', 'context'],
    palette: { group: 'Act', family: 'data' },
    initialConfig: { messages: [{ role: 'user', content: 'Hello.' }] },
    kind: { ports: ['context'], required: ['context'], mutex: writesContext, effect: 'pure' },
    config: record('injectMessages config', {
      messages: required(list(message), 'the messages to add to the history', {
        newItem: { role: 'user', content: '' },
      }),
    }),
  },
  cache: {
    name: 'Cache',
    summary: 'Reuse a value for a while',
    keywords: ['memory', 'store', 'memoize', 'ttl', 'keep'],
    palette: { group: 'Act', family: 'data' },
    initialConfig: { ttlMs: 60_000 },
    kind: { ports: ['data'], required: ['data'], effect: 'pure' },
    config: record('cache config', {
      ttlMs: optional(
        nullable(number(0)),
        'the time to live in milliseconds; default: the whole run',
      ),
    }),
  },
  redactor: {
    name: 'Redactor',
    summary: 'Remove private data',
    keywords: ['pii', 'privacy', 'mask', 'anonymize', 'censor', 'gdpr'],
    palette: { group: 'Act', family: 'data' },
    initialConfig: { kinds: ['email'] },
    kind: { ports: ['data'], required: ['data'], effect: 'pure' },
    config: record('redactor config', {
      kinds: optional(
        list(choice('email', 'phone', 'card', 'ip')),
        'the kinds of data to remove; default: all four, unless there are literals',
      ),
      literals: optional(list(nonEmptyText), 'texts to remove, ignoring case'),
    }),
  },
  manualInput: {
    name: 'Fixed message',
    summary: 'A message written here',
    keywords: ['constant', 'text', 'static', 'prompt', 'literal'],
    palette: { group: 'Act', family: 'data' },
    initialConfig: { message: '' },
    kind: { ports: ['message', 'data', 'context'], effect: 'pure' },
    config: record('manualInput config', {
      message: required(text, 'the message that is passed on like one of a person'),
    }),
  },
  userInput: {
    name: 'User input',
    summary: 'Ask a person for a message',
    keywords: ['human', 'form', 'question', 'ask', 'human in the loop'],
    palette: { group: 'People', family: 'human' },
    kind: { ports: ['message', 'data', 'context'], effect: 'pure' },
    config: record('userInput config', { prompt }),
  },
  approvalGate: {
    name: 'Approval',
    summary: 'Ask a person yes or no',
    keywords: ['human', 'review', 'confirm', 'accept', 'reject', 'human in the loop'],
    palette: { group: 'People', family: 'human' },
    initialConfig: { prompt: 'Continue?' },
    kind: { ports: ['approved', 'rejected'], firing: 'one', effect: 'pure' },
    config: record('approvalGate config', { prompt }),
  },
} satisfies Readonly<Record<string, DataflowEntry>>;

/** As definitions write them. */
export type DataflowType = keyof typeof dataflowNodes;

const entries: readonly (readonly [string, DataflowEntry])[] = Object.entries(dataflowNodes);

export const dataflowTypes: ReadonlySet<string> = new Set(Object.keys(dataflowNodes));

export const dataflowKinds: readonly NodeKind[] = entries.map(([type, { kind }]) => ({
  type: `${prefix}${type}`,
  mode: 'execute',
  rawKeys: 'all',
  ...kind,
}));

export const flowConfigShapes: ReadonlyMap<string, RecordShape> = new Map(
  entries.map(([type, { config }]) => [type, config]),
);

/** An intent fires both of its ports, and no other intent fires then. */
function intentGroups(config: JsonObject): readonly (readonly string[])[] {
  const routes = ownValue(config, 'routes');
  if (!isObject(routes)) return [];
  return Object.keys(routes).map((intent) => [`${intent}-context`, `${intent}-data`]);
}
