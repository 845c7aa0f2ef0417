// One definition for each rule that is checked before a run: what is wrong, and where people must see it.
import type { JsonObject } from '@skein/kernel';

export interface BrokenDefinition {
  readonly dialect: string;
  /** In the words of the rule. */
  readonly rule: string;
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** The card, line (by its ends) or step that is marked; the workflow itself where the rule is about all of it. */
  readonly at:
    | { readonly node: string }
    | { readonly line: string }
    | { readonly step: number }
    | 'workflow';
  readonly definition: JsonObject;
}

type Rule = Omit<BrokenDefinition, 'dialect' | 'definition'>;

function rule(severity: Rule['severity'], code: string, words: string, at: Rule['at']): Rule {
  return { severity, code, rule: words, at };
}

// Canvas.

const start = { id: 'start', type: 'start', x: 0, y: 0, data: {} };

function agent(id: string, given: JsonObject = {}): JsonObject {
  return {
    id,
    type: 'agent',
    x: 0,
    y: 0,
    data: { agentName: id, tools: { subagents: true }, ...given },
  };
}

function canvas(
  given: Rule,
  nodes: readonly JsonObject[],
  connections: readonly JsonObject[] = [],
): BrokenDefinition {
  const placed = nodes.map((node, index) => ({ ...node, y: index * 98 }));
  return {
    ...given,
    dialect: 'canvas',
    definition: { name: given.code, nodes: placed, connections },
  };
}

const to = (source: string, target: string, sourceHandle?: string): JsonObject => ({
  source,
  target,
  ...(sourceHandle === undefined ? {} : { sourceHandle }),
});
const sub = (source: string, target: string) => to(source, target, 'subagent');
const gate = { id: 'gate', type: 'approval', data: { prompt: 'Well?' } };

const canvasRules: readonly BrokenDefinition[] = [
  canvas(rule('error', 'NO_ENTRY', 'exactly one start: none', 'workflow'), [agent('a')]),
  canvas(rule('error', 'SEVERAL_STARTS', 'exactly one start: two', { node: 'two' }), [
    start,
    { ...start, id: 'two' },
  ]),
  canvas(
    rule('error', 'UNKNOWN_NODE_TYPE', 'only known types', { node: 'x' }),
    [start, { id: 'x', type: 'teleport', data: {} }],
    [to('start', 'x')],
  ),
  canvas(
    rule('error', 'DUPLICATE_ID', 'ids are used once', 'workflow'),
    [start, agent('a'), agent('a')],
    [to('start', 'a')],
  ),
  canvas(
    rule('error', 'EDGE_END_MISSING', 'connections lead somewhere', { node: 'start' }),
    [start],
    [to('start', 'gone')],
  ),
  canvas(
    rule('error', 'SUBAGENT_NOT_AGENT', 'subagents are agents', { line: 'a gate' }),
    [start, agent('a'), gate],
    [to('start', 'a'), sub('a', 'gate')],
  ),
  canvas(
    rule('error', 'SUBAGENTS_OFF', 'the tool for subagents is on', { line: 'a b' }),
    [start, agent('a', { tools: {} }), agent('b')],
    [to('start', 'a'), sub('a', 'b')],
  ),
  canvas(
    rule('error', 'SUBAGENT_HANDLE', 'a subagent is entered at its input', { line: 'a b' }),
    [start, agent('a'), agent('b')],
    [to('start', 'a'), { ...sub('a', 'b'), targetHandle: 'side' }],
  ),
  canvas(
    rule('error', 'SUBAGENT_OF_ITSELF', 'nobody is its own subagent', { line: 'a a' }),
    [start, agent('a')],
    [to('start', 'a'), sub('a', 'a')],
  ),
  canvas(
    rule('error', 'SUBAGENT_SHARED', 'a subagent has one parent', { line: 'b c' }),
    [start, agent('a'), agent('b'), agent('c')],
    [to('start', 'a'), to('a', 'b'), sub('a', 'c'), sub('b', 'c')],
  ),
  canvas(
    rule('error', 'SUBAGENT_IN_FLOW', 'a subagent is no step of the flow', { line: 'start b' }),
    [start, agent('a'), agent('b')],
    [to('start', 'a'), sub('a', 'b'), to('start', 'b')],
  ),
  canvas(
    rule('error', 'SUBAGENT_CYCLE', 'subagents make no circle', { line: 'b a' }),
    [start, agent('a'), agent('b')],
    [sub('a', 'b'), sub('b', 'a')],
  ),
  canvas(
    rule('warning', 'HANDLE_NEVER_FIRES', 'only own handles fire', { line: 'a gate' }),
    [start, agent('a'), gate],
    [to('start', 'a'), to('a', 'gate', 'error')],
  ),
  canvas(
    rule('warning', 'PROMPT_IGNORED', 'the prompt of a subagent is ignored', { node: 'b' }),
    [start, agent('a'), agent('b', { userPrompt: 'Hello' })],
    [to('start', 'a'), sub('a', 'b')],
  ),
  canvas(
    rule('warning', 'UNKNOWN_KEY', 'unknown keys are kept', { node: 'a' }),
    [start, agent('a', { colour: 'red' })],
    [to('start', 'a')],
  ),
];

// Agent graphs.

const asks = (id: string, agentId = id): JsonObject => ({
  id,
  nodeType: 'AGENT',
  nodeName: id,
  agentId,
});
const executor = { id: 'tools', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' };
const way = (id: string, from: string, target: string | null, value?: string): JsonObject => ({
  id,
  sourceNodeId: from,
  targetNodeId: target,
  ...(value === undefined
    ? { conditionType: 'ALWAYS' }
    : { conditionType: 'CONDITIONAL', conditionValue: value }),
});

function graph(given: Rule, parts: JsonObject): BrokenDefinition {
  const definition = {
    name: given.code,
    entrypointNodeId: 'a',
    nodes: [asks('a')],
    edges: [],
    agents: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
    ...parts,
  };
  return { ...given, dialect: 'agent-graph', definition };
}

const search = { name: 'search', description: 'Searches', parameters: { type: 'object' } };

const agentGraphRules: readonly BrokenDefinition[] = [
  graph(rule('error', 'EDGE_END_MISSING', 'edges lead somewhere', { node: 'a' }), {
    edges: [way('e', 'a', 'gone')],
  }),
  graph(rule('error', 'AGENT_UNKNOWN', 'agents are known', { node: 'a' }), {
    nodes: [asks('a', 'nobody')],
  }),
  graph(rule('error', 'ENTRY_MISSING', 'the entrypoint is there', 'workflow'), {
    entrypointNodeId: 'gone',
  }),
  graph(rule('error', 'ROUTE_TWICE', 'one ALWAYS edge', { line: 'a c' }), {
    nodes: [asks('a'), asks('b'), asks('c')],
    edges: [way('e', 'a', 'b'), way('f', 'a', 'c')],
  }),
  graph(rule('error', 'ROUTE_TWICE', 'values are used once', { line: 'a c' }), {
    nodes: [asks('a'), asks('b'), asks('c')],
    edges: [way('e', 'a', 'b', 'go'), way('f', 'a', 'c', 'go')],
  }),
  graph(rule('error', 'EXECUTOR_MISSING', 'tools need an executor', { node: 'a' }), {
    agents: [{ id: 'a', tools: [search] }],
  }),
  graph(rule('warning', 'UNREACHABLE_NODE', 'orphans', { node: 'b' }), {
    nodes: [asks('a'), asks('b')],
  }),
  graph(rule('warning', 'ROUTE_CASE', 'values that differ only in case', { line: 'a c' }), {
    nodes: [asks('a'), asks('b'), asks('c')],
    edges: [way('e', 'a', 'b', 'go'), way('f', 'a', 'c', 'GO')],
  }),
  graph(rule('warning', 'END_EDGE_MISSING', 'a conversation can end', { node: 'a' }), {
    isConversational: true,
  }),
  graph(rule('error', 'DUPLICATE_ID', 'ids are used once', 'workflow'), {
    nodes: [asks('a'), asks('a')],
  }),
  graph(rule('warning', 'UNKNOWN_KEY', 'unknown keys are kept', { node: 'tools' }), {
    nodes: [asks('a'), { ...executor, colour: 'red' }],
    edges: [way('e', 'a', 'tools', 'x'), way('f', 'tools', 'a')],
  }),
];

// Dataflows.

const flowNode = (id: string, nodeType: string, config: JsonObject = {}): JsonObject => ({
  id,
  nodeType,
  config,
});
const feeds = (
  id: string,
  source: string,
  target: string,
  output = 'data',
  input = 'data',
): JsonObject => ({
  id,
  source,
  sourceOutput: output,
  target,
  targetInput: input,
});

function flow(
  given: Rule,
  nodes: readonly JsonObject[],
  edges: readonly JsonObject[] = [],
): BrokenDefinition {
  return { ...given, dialect: 'dataflow', definition: { name: given.code, nodes, edges } };
}

const said = flowNode('said', 'manualInput', { message: 'Hello' });

const dataflowRules: readonly BrokenDefinition[] = [
  flow(rule('error', 'UNKNOWN_NODE_TYPE', 'only known types', { node: 'x' }), [
    said,
    flowNode('x', 'teleport'),
  ]),
  flow(
    rule('error', 'CIRCULAR_DEPENDENCY', 'no circle without a person', { node: 'a' }),
    [flowNode('a', 'parallelSplit'), flowNode('b', 'parallelJoin')],
    [feeds('e', 'a', 'b'), feeds('f', 'b', 'a', 'result')],
  ),
  flow(
    rule('error', 'MISSING_KEY', 'configs are whole', { node: 'router' }),
    [said, flowNode('router', 'intentRouter')],
    [feeds('e', 'said', 'router')],
  ),
  flow(
    rule('error', 'EDGE_END_MISSING', 'edges lead somewhere', { node: 'said' }),
    [said],
    [feeds('e', 'said', 'gone')],
  ),
  flow(rule('error', 'DUPLICATE_ID', 'ids are used once', 'workflow'), [said, said]),
  flow(
    rule('warning', 'SAME_PORT_TWICE', 'two values for one input', { line: 'other cache' }),
    [said, flowNode('other', 'manualInput', { message: 'x' }), flowNode('cache', 'cache')],
    [feeds('e', 'said', 'cache'), feeds('f', 'other', 'cache')],
  ),
  flow(rule('warning', 'UNKNOWN_KEY', 'unknown keys are kept', { node: 'said' }), [
    { ...said, colour: 'red' },
  ]),
];

// Session graphs.

function session(
  given: Rule,
  steps: readonly JsonObject[],
  paths: readonly JsonObject[] = [],
): BrokenDefinition {
  return { ...given, dialect: 'session-graph', definition: { name: given.code, steps, paths } };
}

const root = { id: 'root' };
const reply = (id: string, message: string): JsonObject => ({
  id,
  function: 'utils.reply.reply',
  input: { message },
});

const sessionRules: readonly BrokenDefinition[] = [
  session(rule('error', 'NO_ENTRY', 'a step called root', 'workflow'), [{ id: 'a' }]),
  session(
    rule('error', 'EDGE_END_MISSING', 'a path leads to a step', { node: 'root' }),
    [root],
    [{ from: 'root', to: 'gone' }],
  ),
  session(
    rule('warning', 'UNKNOWN_REFERENCE', 'a reference names a step', { node: 'say' }),
    [root, reply('say', '@{SESSION_ID}.gone.x')],
    [{ from: 'root', to: 'say' }],
  ),
  session(
    rule('warning', 'UNKNOWN_REFERENCE', 'a reference to another session', { node: 'say' }),
    [root, reply('say', '@{abc}.root.x')],
    [{ from: 'root', to: 'say' }],
  ),
  session(
    rule('warning', 'FUNCTION_NOT_REGISTERED', 'functions are known', { node: 'run' }),
    [root, { id: 'run', function: 'utils.nobody.knows' }],
    [{ from: 'root', to: 'run' }],
  ),
  session(
    rule('warning', 'ALWAYS_TRUTHY', 'a default that reads as false', { line: 'root say' }),
    [root, reply('say', 'x')],
    [{ from: 'root', to: 'say', conditions: '@{SESSION_ID}.root.x|false' }],
  ),
  session(
    rule('error', 'BAD_CONDITION', 'conditions parse', { line: 'root say' }),
    [root, reply('say', 'x')],
    [{ from: 'root', to: 'say', conditions: { nonsense: 1 } }],
  ),
  session(rule('error', 'DUPLICATE_ID', 'ids are used once', 'workflow'), [root, root]),
];

// Pipelines.

const uuid = (last: number) => `6f1c0000-0000-4000-8000-00000000000${last}`;
const llm = (last: number, prompt: string, given: JsonObject = {}): JsonObject => ({
  uuid: uuid(last),
  name: `Step ${last}`,
  type: 'custom_llm',
  model: 'scripted',
  system_prompt: prompt,
  ...given,
});
const checker = (last: number, step: string): JsonObject => ({
  uuid: uuid(last),
  name: `Step ${last}`,
  type: 'stop_checker',
  stop_conditions: [
    {
      step_definition_uuid: step,
      extraction_json_path: '$',
      operator: 'equals',
      target_value: 'x',
    },
  ],
});

function pipeline(given: Rule, steps: readonly JsonObject[]): BrokenDefinition {
  return {
    ...given,
    dialect: 'pipeline',
    definition: { name: given.code, description: '', is_active: true, trigger: null, steps },
  };
}

const first = llm(1, 'Read <<trigger_output>>');

const pipelineRules: readonly BrokenDefinition[] = [
  pipeline(rule('error', 'STEP_NOT_EARLIER', 'a prompt names an earlier step', { step: 0 }), [
    llm(1, `<<step_output.${uuid(2)}>>`),
    llm(2, `<<step_output.${uuid(1)}>>`),
  ]),
  pipeline(rule('error', 'STEP_UNKNOWN', 'a prompt names a known step', { step: 1 }), [
    first,
    llm(2, `<<step_output.${uuid(9)}>>`),
  ]),
  pipeline(rule('error', 'STEP_WITHOUT_OUTPUT', 'a checker has no output', { step: 2 }), [
    first,
    checker(2, uuid(1)),
    llm(3, `<<step_output.${uuid(2)}>>`),
  ]),
  pipeline(rule('error', 'STEP_UNKNOWN', 'a checker names a known step', { step: 1 }), [
    first,
    checker(2, uuid(9)),
  ]),
  pipeline(rule('error', 'ZONE_UNKNOWN', 'time zones exist', { step: 0 }), [
    llm(1, '<<trigger_output>> <<CURRENT_DATE.Mars/Olympus>>'),
  ]),
  pipeline(rule('error', 'DUPLICATE_NAME', 'names are used once', { step: 1 }), [
    first,
    { ...llm(2, `<<step_output.${uuid(1)}>>`), name: 'Step 1' },
  ]),
  pipeline(rule('warning', 'PLACEHOLDER_UNKNOWN', 'other placeholders stay text', { step: 0 }), [
    llm(1, '<<trigger_output>> <<nothing>>'),
  ]),
  pipeline(rule('warning', 'NOTHING_FLOWS_IN', 'outputs do not flow by themselves', { step: 1 }), [
    first,
    llm(2, 'Write something.'),
  ]),
  pipeline(rule('warning', 'NOT_A_UUID', 'ids are UUIDs', { step: 0 }), [
    { ...first, uuid: 'first' },
  ]),
  pipeline(rule('error', 'EMPTY_WORKFLOW', 'there are steps', 'workflow'), []),
];

// Native: what the kernel finds.

function native(
  given: Rule,
  nodes: readonly JsonObject[],
  edges: readonly JsonObject[] = [],
  top: JsonObject = {},
): BrokenDefinition {
  return {
    ...given,
    dialect: 'native',
    definition: { skein: 1, name: given.code, nodes, edges, ...top },
  };
}

const begin = { id: 'begin', type: 'start' };
const shape = (id: string, value: string): JsonObject => ({
  id,
  type: 'transform',
  config: { value },
});

const nativeRules: readonly BrokenDefinition[] = [
  native(
    rule('error', 'UNKNOWN_NODE_TYPE', 'only known types', { node: 'x' }),
    [begin, { id: 'x', type: 'teleport' }],
    [{ from: 'begin', to: 'x' }],
  ),
  native(
    rule('error', 'EDGE_END_MISSING', 'edges lead somewhere', { node: 'begin' }),
    [begin],
    [{ from: 'begin', to: 'gone' }],
  ),
  native(
    rule('error', 'BAD_REFERENCE', 'references parse', { node: 'x' }),
    [begin, shape('x', '${begin.output')],
    [{ from: 'begin', to: 'x' }],
  ),
  native(
    rule('error', 'BAD_CONDITION', 'conditions parse', { line: 'begin x' }),
    [begin, shape('x', 'y')],
    [{ from: 'begin', to: 'x', when: { nonsense: 1 } }],
  ),
  native(
    rule('error', 'WRONG_TYPE', 'configs fit', { node: 'x' }),
    [begin, { id: 'x', type: 'llm', config: { prompt: 5 } }],
    [{ from: 'begin', to: 'x' }],
  ),
  native(
    rule('warning', 'UNREACHABLE_NODE', 'every node is reached', { node: 'x' }),
    [begin, shape('x', 'y')],
    [],
    { entry: ['begin'] },
  ),
];

export const brokenDefinitions: readonly BrokenDefinition[] = [
  ...canvasRules,
  ...agentGraphRules,
  ...dataflowRules,
  ...sessionRules,
  ...pipelineRules,
  ...nativeRules,
];
