import type { JsonObject } from '@skein/kernel';
import { rule, type BrokenDefinition, type Rule } from './broken-definition.ts';

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

export const nativeRules: readonly BrokenDefinition[] = [
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
  {
    ...native(
      rule('warning', 'ARGUMENT_MISSING', 'required arguments are given', { node: 'x' }),
      [begin, { id: 'x', type: 'function', config: { name: 'text.upper', args: {} } }],
      [{ from: 'begin', to: 'x' }],
    ),
    isServers: true,
  },
  native(
    rule('error', 'EACH_NOT_POSSIBLE', 'only some types work on items', { node: 'x' }),
    [begin, { id: 'x', type: 'join', each: '${previous}' }],
    [{ from: 'begin', to: 'x' }],
  ),
  native(
    rule('error', 'BAD_REFERENCE', 'references parse', { node: 'x' }),
    [begin, shape('x', '${begin.output')],
    [{ from: 'begin', to: 'x' }],
  ),
  native(
    rule('error', 'BAD_EXPRESSION', 'expressions parse', { node: 'x' }),
    [begin, shape('x', '${= begin.output + }')],
    [{ from: 'begin', to: 'x' }],
  ),
  native(
    rule('error', 'UNKNOWN_STATE', 'only declared state', { node: 'x' }),
    [begin, shape('x', '${state.count}')],
    [{ from: 'begin', to: 'x' }],
  ),
  native(
    rule('error', 'BAD_STEP', 'steps of data are known', { node: 'x' }),
    [begin, { id: 'x', type: 'data', config: { steps: [{ op: 'limit', count: 'many' }] } }],
    [{ from: 'begin', to: 'x' }],
  ),
  native(rule('error', 'BAD_STATE', 'state has usable names', 'workflow'), [begin], [], {
    state: { output: 1 },
  }),
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
  native(
    rule('error', 'BAD_VALUE', 'values are allowed ones', { node: 'x' }),
    [begin, { ...shape('x', 'y'), join: 'al' }],
    [{ from: 'begin', to: 'x' }],
  ),
  native(
    rule('error', 'CANCELS_MISSING', 'what is cancelled is there', { node: 'x' }),
    [begin, { ...shape('x', 'y'), cancels: ['gone'] }],
    [{ from: 'begin', to: 'x' }],
  ),
  native(
    rule('error', 'LIMIT_NODE_MISSING', 'the node for limits is there', 'workflow'),
    [begin],
    [],
    { policy: { onLimit: 'gone' } },
  ),
  native(
    rule('error', 'LOOP_IMPOSSIBLE', 'a loop edge goes back', { line: 'begin x' }),
    [begin, shape('x', 'y')],
    [{ from: 'begin', to: 'x', loop: true }],
  ),
  native(
    rule('error', 'LOOP_AMBIGUOUS', 'a cycle has a beginning', { line: 'y x' }),
    [begin, shape('x', '1'), shape('y', '2')],
    [
      { from: 'begin', to: 'x' },
      { from: 'begin', to: 'y' },
      { from: 'x', to: 'y' },
      { from: 'y', to: 'x' },
    ],
  ),
  native(
    rule('warning', 'UNBOUNDED_LOOP', 'a loop can end', { line: 'x x' }),
    [begin, shape('x', '1')],
    [
      { from: 'begin', to: 'x' },
      { from: 'x', to: 'x' },
    ],
  ),
  native(
    rule('warning', 'N_IGNORED', 'n belongs to n-of', { node: 'x' }),
    [begin, { ...shape('x', 'y'), n: 2 }],
    [{ from: 'begin', to: 'x' }],
  ),
  native(
    rule('error', 'N_OUT_OF_RANGE', 'n edges lead there', { node: 'x' }),
    [begin, { ...shape('x', 'y'), join: 'n-of', n: 2 }],
    [{ from: 'begin', to: 'x' }],
  ),
  native(
    rule('warning', 'PORT_NEVER_FIRES', 'only own ports fire', { line: 'begin x' }),
    [begin, shape('x', 'y')],
    [{ from: 'begin', out: 'nowhere', to: 'x' }],
  ),
  native(
    rule('warning', 'REQUIRED_UNCONNECTED', 'required inputs are brought', { node: 'x' }),
    [begin, { ...shape('x', 'y'), input: { text: { required: true } } }],
    [{ from: 'begin', to: 'x' }],
  ),
  native(
    rule('warning', 'JOIN_MAY_STARVE', 'required inputs surely come', { node: 'x' }),
    [
      begin,
      shape('maybe', '1'),
      shape('sure', '2'),
      { ...shape('x', 'y'), input: { text: { required: true } } },
    ],
    [
      { from: 'begin', to: 'maybe', when: { left: '${trigger.x|}', op: 'truthy' } },
      { from: 'begin', to: 'sure' },
      { from: 'maybe', to: 'x', in: 'text' },
      { from: 'sure', to: 'x', in: 'other' },
    ],
  ),
  native(
    rule('warning', 'SUBAGENT_IS_ENTRY', 'a subagent is called', { node: 'b' }),
    [
      { id: 'a', type: 'agent', config: { prompt: 'Hello' } },
      { id: 'b', type: 'agent', config: { prompt: 'Hello' } },
    ],
    [{ from: 'a', to: 'b', kind: 'subagent' }],
  ),
];
