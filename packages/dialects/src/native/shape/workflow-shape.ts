// The shape of a native definition
// Keys, types and allowed values of the workflow, its policy, nodes and edges. The config of a node depends on its type
// (node-config-shapes); what nodes and edges say about each other is the kernel's matter.
import {
  advised,
  any,
  boolean,
  choice,
  dictionary,
  integer,
  list,
  nonEmptyText,
  nullable,
  number,
  openObject,
  optional,
  record,
  required,
  text,
} from '../../shape/shape.ts';
import { listedTriggerShape } from '../../triggers/trigger-shapes.ts';
import { nodeSettings } from './node-settings.ts';
import { runLimitsShape } from './shared-limits.ts';

const budgetShape = record('budget', {
  tokens: optional(nullable(integer(0)), 'the token budget of the run, input and output together'),
  usd: optional(nullable(number(0)), 'the budget of the run for model calls, in US dollars', {
    title: 'US dollars',
  }),
});

const scheduleWords = {
  eager: {
    title: 'Each as soon as it can',
    about: 'Edges are followed as soon as a node has completed.',
  },
  superstep: {
    title: 'In passes',
    about: 'Edges are followed when all nodes of a pass have completed.',
  },
} as const;

const waitingWords = {
  continue: { title: 'Other branches go on', about: 'Only what needs the answer waits for it.' },
  hold: { title: 'The whole run waits', about: 'Nothing new starts until the answer is there.' },
} as const;

const callWords = {
  parallel: { title: 'Side by side', about: 'Those of one message of a model start together.' },
  sequential: {
    title: 'One after the other',
    about: 'Each begins when the one before it has ended.',
  },
} as const;

const failureWords = {
  fail: { title: 'The run ends', about: 'The first failure that nothing handles ends the run.' },
  continue: {
    title: 'Other branches go on',
    about: 'What does not need the failed node is still done.',
  },
} as const;

const treeShape = record('tree', {
  runs: optional(nullable(integer(1)), 'runs that may be started in the tree, ended ones included'),
  open: optional(nullable(integer(1)), 'runs of the tree that may be open at the same time'),
  depth: optional(nullable(integer(1)), 'levels of runs below this one'),
  bytes: optional(nullable(integer(1)), 'bytes that the journals of the tree may have'),
});

export const policyFields = {
  schedule: optional(
    choice('eager', 'superstep'),
    'whether edges are followed as soon as a node completes (eager, the default) or when a whole pass has finished',
    { title: 'Order of nodes', unset: 'eager', choices: scheduleWords },
  ),
  maxSteps: optional(
    integer(1),
    'the maximum number of activations; default 10,000 or 10 per node',
    { title: 'Steps at most' },
  ),
  maxPasses: optional(nullable(integer(1)), 'the maximum number of passes under superstep'),
  maxRepeats: optional(
    nullable(integer(1)),
    'how often a node may output the same value with nothing new in between',
  ),
  timeoutMs: optional(
    nullable(integer(1)),
    'the timeout of the run in milliseconds, not counting time in which it only waits',
    { title: 'Time at most' },
  ),
  window: optional(integer(1), 'outputs of each node that references can reach; default 5'),
  concurrency: optional(
    integer(1),
    'the maximum number of nodes that run at the same time; default 16',
    { title: 'Nodes at the same time' },
  ),
  whileWaiting: optional(
    choice('continue', 'hold'),
    'whether other branches continue while the run waits for a person; default continue',
    { title: 'While somebody is asked', unset: 'continue', choices: waitingWords },
  ),
  toolCalls: optional(
    choice('parallel', 'sequential'),
    'whether the tool and subagent calls of one message of a model run side by side; default parallel',
    { title: 'Calls of tools', unset: 'parallel', choices: callWords },
  ),
  modelAnswers: optional(
    choice('none', 'others', 'all'),
    'which models may answer its waits by a tool: none, those of other trees of runs, or all; default others',
    { unset: 'others' },
  ),
  modelRetryMs: optional(
    integer(0),
    'how long model calls are tried again while the provider is away, in milliseconds; default 10 minutes',
  ),
  onError: optional(
    choice('fail', 'continue'),
    'whether the first unhandled failure ends the run; default fail',
    { title: 'After a failure', unset: 'fail', choices: failureWords },
  ),
  onUnresolved: optional(
    choice('fail', 'pend'),
    'whether a node whose references have no value fails (default) or waits for them',
    { unset: 'fail' },
  ),
  onceFailed: optional(
    choice('run', 'skip'),
    'whether a token runs a failed node with the join once again (default) or does nothing',
    { unset: 'run' },
  ),
  inputIs: optional(
    choice('value', 'message'),
    'whether an input that is a text is also the first message of the conversation; default value',
    { unset: 'value' },
  ),
  onLimit: optional(
    nonEmptyText,
    'what happens at a limit: fail (default), pause, or the id of a node that takes over',
    { title: 'When a limit is reached' },
  ),
  countsFrom: optional(
    choice('start', 'answer'),
    'whether limits count from the start (default) or anew after each answer',
    { unset: 'start' },
  ),
  limitNames: optional(dictionary(nonEmptyText), 'what failures call the limits'),
  budget: optional(budgetShape, 'the budget of the run'),
  runs: optional(runLimitsShape, 'limits across runs, which a run waits for before it begins'),
  tree: optional(
    treeShape,
    'how large the tree of runs below a run of this workflow may become; default: the ceilings of the engine',
  ),
};

export const policyShape = record('policy', policyFields);

const settingFields = Object.fromEntries(
  Object.entries(nodeSettings).map(([key, { field }]) => [key, field]),
);

export const nodeShape = record('node', {
  id: required(nonEmptyText, 'a unique id, used by edges and references'),
  type: required(nonEmptyText, 'what the node does, for example "llm" or "if"'),
  name: optional(text, 'the display name; default: the id'),
  description: optional(text, 'what it is for'),
  config: optional(openObject, 'the settings of this node type'),
  ...settingFields,
  derived: optional(boolean, 'made by compiling a dialect, not by the author'),
  standsFor: optional(nonEmptyText, 'on a derived node: the id of the node whose question it asks'),
});

export const edgeShape = record('edge', {
  id: optional(nonEmptyText, 'a unique id'),
  from: required(nonEmptyText, 'the id of the source node'),
  out: optional(nonEmptyText, 'the output port of the source; default output'),
  to: required(nonEmptyText, 'the id of the target node'),
  in: optional(nonEmptyText, 'the input port of the target; default input'),
  when: optional(nullable(any), 'a condition that must hold for the edge to fire'),
  priority: optional(number(), 'edges of one node are tried in this order, lower first; default 0'),
  kind: optional(choice('flow', 'subagent'), 'flow (default), or an agent offered as a tool', {
    unset: 'flow',
  }),
  loop: optional(
    nullable(boolean),
    'whether it starts the next round of a loop; null (default): detected',
  ),
  carry: optional(choice('value', 'context'), 'what travels on the edge; default value', {
    unset: 'value',
  }),
  derived: optional(boolean, 'made by compiling a dialect, not by the author'),
});

const workflowFields = {
  id: optional(nonEmptyText, 'a unique id among your workflows'),
  name: optional(text, 'the display name'),
  description: optional(text, 'what it is for'),
  entry: optional(
    list(nonEmptyText),
    'ids of the nodes that a run starts with; default: the start nodes, else those without incoming edges',
  ),
  policy: optional(policyShape, 'schedule, limits and what happens on failures'),
  nodes: required(list(nodeShape), 'the nodes'),
  edges: optional(list(edgeShape), 'the edges between nodes'),
  trigger: optional(nullable(openObject), 'what starts runs automatically'),
  triggers: optional(
    list(listedTriggerShape),
    'several triggers, each with the node that its runs start at',
  ),
  tools: optional(
    dictionary(openObject),
    'tools that the definition brings along, by the names that its nodes call',
  ),
  contexts: optional(
    dictionary(openObject),
    'conversations that exist from the start, by id, each with its settings',
  ),
  state: optional(
    openObject,
    'what a run keeps beside the outputs of its nodes, by name, each with its first value',
  ),
  metadata: optional(openObject, 'what programs note about the workflow, such as its origin'),
  studio: optional(openObject, 'the layout of editors; not part of the version'),
  $schema: optional(text, 'the JSON schema that editors check the file against'),
};

const formatVersion = 'the version of the format, which is 1';

/** A workflow in a file of its own. */
export const workflowShape = record('workflow', {
  skein: advised(choice(1), formatVersion),
  ...workflowFields,
});

/** A workflow inside a node: the file around it has named the format already. */
export const inlineWorkflowShape = record('workflow', {
  skein: optional(choice(1), formatVersion),
  ...workflowFields,
});
