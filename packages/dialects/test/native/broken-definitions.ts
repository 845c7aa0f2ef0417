// Broken definitions
// Each row: what is wrong, the definition, and everything that must be said about it as "CODE pointer", in any order;
// warnings begin with "~".
type Row = readonly [title: string, definition: unknown, expected: readonly string[]];

const sound = { id: 'a', type: 'transform', config: { value: 1 } };

function flow(changes: object): object {
  return { skein: 1, nodes: [sound], ...changes };
}

function node(changes: object): object {
  return flow({ nodes: [{ ...sound, ...changes }] });
}

function configured(type: string, config?: unknown): object {
  return flow({ nodes: [{ id: 'a', type, ...(config === undefined ? {} : { config }) }] });
}

function edge(changes: object): object {
  const nodes = [sound, { ...sound, id: 'b' }];
  return flow({ nodes, edges: [{ from: 'a', to: 'b', ...changes }] });
}

function policy(changes: unknown): object {
  return flow({ policy: changes });
}

const approval = { id: 'a', type: 'approval' };

export const brokenDefinitions: readonly Row[] = [
  ['null', null, ['WRONG_TYPE ']],
  ['a list', [], ['WRONG_TYPE ']],
  ['a text', 'skein', ['WRONG_TYPE ']],
  ['nothing in it', {}, ['~MISSING_KEY ', 'MISSING_KEY ']],
  ['no format number', { nodes: [sound] }, ['~MISSING_KEY ']],
  ['another format number', { skein: 2, nodes: [sound] }, ['BAD_VALUE /skein']],
  ['the format number as a text', { skein: '1', nodes: [sound] }, ['WRONG_TYPE /skein']],
  ['no nodes key', { skein: 1 }, ['MISSING_KEY ']],
  ['a misspelled nodes key', { skein: 1, node: [sound] }, ['MISSING_KEY ', '~UNKNOWN_KEY /node']],
  ['nodes as an object', { skein: 1, nodes: { a: sound } }, ['WRONG_TYPE /nodes']],
  ['no node at all', { skein: 1, nodes: [] }, ['EMPTY_WORKFLOW /nodes']],
  ['a node that is a text', flow({ nodes: [sound, 'b'] }), ['WRONG_TYPE /nodes/1']],
  ['a node that is null', flow({ nodes: [sound, null] }), ['WRONG_TYPE /nodes/1']],
  ['a node without id', flow({ nodes: [sound, { type: 'join' }] }), ['MISSING_KEY /nodes/1']],
  ['a node without type', flow({ nodes: [sound, { id: 'b' }] }), ['MISSING_KEY /nodes/1']],
  [
    'a node without anything',
    flow({ nodes: [sound, {}] }),
    ['MISSING_KEY /nodes/1', 'MISSING_KEY /nodes/1'],
  ],
  ['an id that is a number', node({ id: 5 }), ['WRONG_TYPE /nodes/0/id']],
  ['an empty id', node({ id: '' }), ['BAD_VALUE /nodes/0/id']],
  ['an empty type', flow({ nodes: [{ id: 'a', type: '' }] }), ['BAD_VALUE /nodes/0/type']],
  ['two nodes of one id', flow({ nodes: [sound, sound] }), ['DUPLICATE_ID /nodes/1/id']],
  ['an unknown type', configured('tranform'), ['UNKNOWN_NODE_TYPE /nodes/0/type']],
  ['a name that is a number', node({ name: 7 }), ['WRONG_TYPE /nodes/0/name']],
  ['a description that is a list', node({ description: [] }), ['WRONG_TYPE /nodes/0/description']],
  ['a config that is a list', node({ config: [] }), ['WRONG_TYPE /nodes/0/config']],
  ['a config that is null', node({ config: null }), ['WRONG_TYPE /nodes/0/config']],
  ['an unknown join', node({ join: 'al' }), ['BAD_VALUE /nodes/0/join']],
  ['a join that is a number', node({ join: 2 }), ['WRONG_TYPE /nodes/0/join']],
  ['n-of without n', node({ join: 'n-of' }), ['MISSING_KEY /nodes/0']],
  ['n of zero', node({ join: 'any', n: 0 }), ['BAD_VALUE /nodes/0/n']],
  ['n that is no whole number', node({ join: 'any', n: 1.5 }), ['BAD_VALUE /nodes/0/n']],
  ['a misspelled key of a node', node({ jion: 'all' }), ['~UNKNOWN_KEY /nodes/0/jion']],
  ['input that is a list', node({ input: ['x'] }), ['WRONG_TYPE /nodes/0/input']],
  ['an input port that is true', node({ input: { x: true } }), ['WRONG_TYPE /nodes/0/input/x']],
  [
    'required that is a text',
    node({ input: { 'x/y': { required: 'yes' } } }),
    ['WRONG_TYPE /nodes/0/input/x~1y/required'],
  ],
  [
    'an unknown key of a port',
    node({ input: { x: { requird: true } } }),
    ['~UNKNOWN_KEY /nodes/0/input/x/requird'],
  ],
  [
    'requireOneOf that is flat',
    node({ requireOneOf: ['x'] }),
    ['WRONG_TYPE /nodes/0/requireOneOf/0'],
  ],
  ['retry that is a number', node({ retry: 3 }), ['WRONG_TYPE /nodes/0/retry']],
  ['retry without attempts', node({ retry: { backoffMs: 5 } }), ['MISSING_KEY /nodes/0/retry']],
  ['no attempts', node({ retry: { attempts: 0 } }), ['BAD_VALUE /nodes/0/retry/attempts']],
  [
    'a negative pause',
    node({ retry: { attempts: 2, backoffMs: -1 } }),
    ['BAD_VALUE /nodes/0/retry/backoffMs'],
  ],
  ['a timeout as a text', node({ timeoutMs: '1000' }), ['WRONG_TYPE /nodes/0/timeoutMs']],
  ['a timeout like a number', node({ timeoutMs: 'NaN' }), ['WRONG_TYPE /nodes/0/timeoutMs']],
  ['a timeout of zero', node({ timeoutMs: 0 }), ['BAD_VALUE /nodes/0/timeoutMs']],
  ['an unknown effect', node({ effect: 'unsafe' }), ['BAD_VALUE /nodes/0/effect']],
  ['a mutex that is true', node({ mutex: true }), ['WRONG_TYPE /nodes/0/mutex']],
  ['cancels that is a text', node({ cancels: 'b' }), ['WRONG_TYPE /nodes/0/cancels']],
  ['cancels with a number in it', node({ cancels: [1] }), ['WRONG_TYPE /nodes/0/cancels/0']],

  ['edges as an object', flow({ edges: {} }), ['WRONG_TYPE /edges']],
  ['an edge that is a text', flow({ edges: ['a -> b'] }), ['WRONG_TYPE /edges/0']],
  ['an edge without ends', flow({ edges: [{}] }), ['MISSING_KEY /edges/0', 'MISSING_KEY /edges/0']],
  [
    'an edge with the wrong words',
    flow({ edges: [{ source: 'a', target: 'b' }] }),
    [
      '~UNKNOWN_KEY /edges/0/source',
      '~UNKNOWN_KEY /edges/0/target',
      'MISSING_KEY /edges/0',
      'MISSING_KEY /edges/0',
    ],
  ],
  ['a dangling edge', edge({ to: 'c' }), ['EDGE_END_MISSING /edges/0/to']],
  ['a port that is a number', edge({ out: 1 }), ['WRONG_TYPE /edges/0/out']],
  ['an empty port', edge({ in: '' }), ['BAD_VALUE /edges/0/in']],
  ['a priority that is a text', edge({ priority: 'high' }), ['WRONG_TYPE /edges/0/priority']],
  ['an unknown kind', edge({ kind: 'subagnt' }), ['BAD_VALUE /edges/0/kind']],
  ['a loop that is a text', edge({ loop: 'true' }), ['WRONG_TYPE /edges/0/loop']],
  ['an unknown carry', edge({ carry: 'contxt' }), ['BAD_VALUE /edges/0/carry']],
  [
    'a condition that is no condition',
    edge({ when: { left: 1, op: 'is', right: 1 } }),
    ['BAD_CONDITION /edges/0/when'],
  ],

  ['a policy that is a list', policy([]), ['WRONG_TYPE /policy']],
  ['an unknown schedule', policy({ schedule: 'superstp' }), ['BAD_VALUE /policy/schedule']],
  ['no steps', policy({ maxSteps: 0 }), ['BAD_VALUE /policy/maxSteps']],
  ['too many steps to count', policy({ maxSteps: 1e300 }), ['BAD_VALUE /policy/maxSteps']],
  ['steps that are endless', policy({ maxSteps: Infinity }), ['BAD_NUMBER /policy/maxSteps']],
  ['a window of half an output', policy({ window: 0.5 }), ['BAD_VALUE /policy/window']],
  ['no concurrency', policy({ concurrency: 0 }), ['BAD_VALUE /policy/concurrency']],
  ['an unknown whileWaiting', policy({ whileWaiting: 'wait' }), ['BAD_VALUE /policy/whileWaiting']],
  ['an unknown onError', policy({ onError: 'ignore' }), ['BAD_VALUE /policy/onError']],
  ['an unknown onUnresolved', policy({ onUnresolved: 'wait' }), ['BAD_VALUE /policy/onUnresolved']],
  ['an onLimit that is null', policy({ onLimit: null }), ['WRONG_TYPE /policy/onLimit']],
  [
    'an onLimit that names no node',
    policy({ onLimit: 'c' }),
    ['LIMIT_NODE_MISSING /policy/onLimit'],
  ],
  ['an unknown countsFrom', policy({ countsFrom: 'end' }), ['BAD_VALUE /policy/countsFrom']],
  ['a budget that is a number', policy({ budget: 5 }), ['WRONG_TYPE /policy/budget']],
  [
    'a budget below zero',
    policy({ budget: { usd: -1, tokens: 'many' } }),
    ['BAD_VALUE /policy/budget/usd', 'WRONG_TYPE /policy/budget/tokens'],
  ],
  ['an unknown key of the policy', policy({ maxstep: 5 }), ['~UNKNOWN_KEY /policy/maxstep']],

  ['an entry that is a text', flow({ entry: 'a' }), ['WRONG_TYPE /entry']],
  ['an entry that does not exist', flow({ entry: ['b'] }), ['ENTRY_MISSING /entry/0']],
  ['a trigger that is a text', flow({ trigger: 'daily' }), ['WRONG_TYPE /trigger']],
  ['studio data that is a list', flow({ studio: [] }), ['WRONG_TYPE /studio']],
  ['an unknown key of the workflow', flow({ 'a/b~c': 1 }), ['~UNKNOWN_KEY /a~1b~0c']],

  [
    'a start with a schema that is a text',
    configured('start', { schema: 'text' }),
    ['WRONG_TYPE /nodes/0/config/schema'],
  ],
  ['a function without a name', configured('function'), ['MISSING_KEY /nodes/0']],
  [
    'a function with an empty name',
    configured('function', { name: '' }),
    ['BAD_VALUE /nodes/0/config/name'],
  ],
  ['a transform without value', configured('transform', {}), ['~MISSING_KEY /nodes/0/config']],
  ['data without steps', configured('data', {}), ['MISSING_KEY /nodes/0/config']],
  ['data with no steps', configured('data', { steps: [] }), ['BAD_VALUE /nodes/0/config/steps']],
  [
    'a step that does not exist',
    configured('data', { steps: [{ op: 'fliter' }] }),
    ['BAD_VALUE /nodes/0/config/steps/0/op'],
  ],
  [
    'steps with wrong settings',
    configured('data', {
      steps: [
        { op: 'sort', by: { field: 'a', order: 'up' } },
        { op: 'limit', cuont: 1 },
        { op: 'set', fields: { a: '${= item.b( }' } },
      ],
    }),
    [
      'BAD_STEP /nodes/0/config/steps/0/by/order',
      'BAD_STEP /nodes/0/config/steps/1/cuont',
      'BAD_EXPRESSION /nodes/0/config/steps/2/fields/a',
    ],
  ],
  ['an llm without prompt', configured('llm', { model: 'm' }), ['MISSING_KEY /nodes/0/config']],
  [
    'an llm with a misspelled prompt',
    configured('llm', { promt: 'hi' }),
    ['MISSING_KEY /nodes/0/config', '~UNKNOWN_KEY /nodes/0/config/promt'],
  ],
  [
    'an llm with a list as prompt',
    configured('llm', { prompt: ['hi'] }),
    ['WRONG_TYPE /nodes/0/config/prompt'],
  ],
  [
    'a temperature as a word',
    configured('llm', { prompt: 'hi', temperature: 'hot' }),
    ['WRONG_TYPE /nodes/0/config/temperature'],
  ],
  [
    'an agent with unknown turns',
    configured('agent', { prompt: 'hi', turns: 'two' }),
    ['BAD_VALUE /nodes/0/config/turns'],
  ],
  [
    'an agent with no turns',
    configured('agent', { prompt: 'hi', maxTurns: 0 }),
    ['BAD_VALUE /nodes/0/config/maxTurns'],
  ],
  [
    'an agent with approve as a word',
    configured('agent', { approve: 'all' }),
    ['WRONG_TYPE /nodes/0/config/approve'],
  ],
  [
    'an agent with tools as a word',
    configured('agent', { tools: 'all' }),
    ['BAD_VALUE /nodes/0/config/tools'],
  ],
  [
    'an agent with tools as a number',
    configured('agent', { tools: 5 }),
    ['WRONG_TYPE /nodes/0/config/tools'],
  ],
  [
    'a tool with calls as a number',
    configured('tool', { calls: 5 }),
    ['WRONG_TYPE /nodes/0/config/calls'],
  ],
  [
    'a tool without tool and calls',
    configured('tool', { args: {} }),
    ['MISSING_KEY /nodes/0/config'],
  ],
  ['an if without config', configured('if'), ['MISSING_KEY /nodes/0']],
  ['an if without condition', configured('if', {}), ['MISSING_KEY /nodes/0/config']],
  [
    'an if with a bad condition',
    configured('if', { condition: 3 }),
    ['BAD_CONDITION /nodes/0/config/condition'],
  ],
  [
    'a switch without cases',
    configured('switch', { first: true }),
    ['MISSING_KEY /nodes/0/config'],
  ],
  [
    'a switch with no case',
    configured('switch', { cases: [] }),
    ['BAD_VALUE /nodes/0/config/cases'],
  ],
  [
    'a switch with half cases',
    configured('switch', { cases: [{ name: 'x' }, { when: true }] }),
    ['MISSING_KEY /nodes/0/config/cases/0', 'MISSING_KEY /nodes/0/config/cases/1'],
  ],
  [
    'a switch with cases as an object',
    configured('switch', { cases: { x: true } }),
    ['WRONG_TYPE /nodes/0/config/cases'],
  ],
  [
    'a map over more items than a run may have below it',
    configured('map', { items: Array.from({ length: 100_001 }, () => 1), workflow: 'w' }),
    ['TOO_MANY_ITEMS /nodes/0/config/items'],
  ],
  ['a map without anything', configured('map'), ['MISSING_KEY /nodes/0', 'MISSING_KEY /nodes/0']],
  [
    'a map over an object',
    configured('map', { items: {}, workflow: 'w' }),
    ['WRONG_TYPE /nodes/0/config/items'],
  ],
  [
    'a map over plain text',
    configured('map', { items: 'abc', workflow: 'w' }),
    ['WRONG_TYPE /nodes/0/config/items'],
  ],
  [
    'a map with an unknown rest',
    configured('map', { items: [], workflow: 'w', rest: 'wait' }),
    ['BAD_VALUE /nodes/0/config/rest'],
  ],
  [
    'a subworkflow that is a number',
    configured('subworkflow', { workflow: 7 }),
    ['WRONG_TYPE /nodes/0/config/workflow'],
  ],
  ['a delay of nothing', configured('delay', {}), ['MISSING_KEY /nodes/0/config']],
  ['a delay of a word', configured('delay', { ms: 'soon' }), ['WRONG_TYPE /nodes/0/config/ms']],
  ['a negative delay', configured('delay', { ms: -1 }), ['BAD_VALUE /nodes/0/config/ms']],
  ['an approval without question', flow({ nodes: [approval] }), ['~MISSING_KEY /nodes/0']],
  [
    'an approval for one name',
    configured('approval', { prompt: 'ok?', who: 'ann' }),
    ['WRONG_TYPE /nodes/0/config/who'],
  ],
  [
    'an input with a deadline as a word',
    configured('input', { prompt: 'x', deadlineMs: 'noon' }),
    ['WRONG_TYPE /nodes/0/config/deadlineMs'],
  ],
  ['an event without name', configured('event', { when: true }), ['MISSING_KEY /nodes/0/config']],
  ['an emit without name', configured('emit', { data: 1 }), ['MISSING_KEY /nodes/0/config']],
  [
    'a join with settings',
    configured('join', { mode: 'all' }),
    ['~UNKNOWN_KEY /nodes/0/config/mode'],
  ],
  [
    'an end with a misspelled value',
    configured('end', { vlaue: 1 }),
    ['~UNKNOWN_KEY /nodes/0/config/vlaue'],
  ],
  [
    'a reference that does not parse',
    configured('transform', { value: '${' }),
    ['BAD_REFERENCE /nodes/0/config/value'],
  ],

  [
    'an inline workflow without nodes',
    configured('map', { items: [], workflow: {} }),
    ['MISSING_KEY /nodes/0/config/workflow'],
  ],
  [
    'an inline workflow with broken nodes',
    configured('subworkflow', {
      workflow: {
        nodes: [
          { id: 'x', type: 'if' },
          { id: 'x', type: 'nope' },
        ],
      },
    }),
    [
      'MISSING_KEY /nodes/0/config/workflow/nodes/0',
      'DUPLICATE_ID /nodes/0/config/workflow/nodes/1/id',
      'UNKNOWN_NODE_TYPE /nodes/0/config/workflow/nodes/1/type',
    ],
  ],
];
