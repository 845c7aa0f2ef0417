// Random agent-graph definitions that are sound, in every form that the dialect allows.
import fc from 'fast-check';
import type { Json, JsonObject } from '@skein/kernel';

/** Ids and names that are plain data to us, whatever they look like. */
const words = [
  'a',
  'b',
  'END',
  'end',
  ':end',
  '__proto__',
  'constructor',
  '${x}',
  '$&',
  '{{p}}',
  'tool x',
];

const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...words),
  fc.string({ maxLength: 8 }),
);
const maybeText: fc.Arbitrary<string | null> = fc.option(anyText, { nil: null });
const someText = anyText.filter((text) => text !== '');

interface Choices {
  readonly ids: readonly string[];
  readonly types: readonly number[];
  readonly picks: readonly (readonly [from: number, to: number, kind: number, value: string])[];
  readonly agents: readonly (readonly [
    system: string | null,
    model: string | null,
    tools: number,
  ])[];
  readonly flags: readonly number[];
}

const choices: fc.Arbitrary<Choices> = fc.record({
  ids: fc.uniqueArray(someText, { minLength: 1, maxLength: 5 }),
  types: fc.array(fc.nat(5), { minLength: 5, maxLength: 5 }),
  picks: fc.array(fc.tuple(fc.nat(4), fc.nat(5), fc.nat(3), someText), { maxLength: 12 }),
  agents: fc.array(fc.tuple(maybeText, maybeText, fc.nat(2)), {
    minLength: 1,
    maxLength: 2,
  }),
  flags: fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
});

export const anyDefinition: fc.Arbitrary<JsonObject> = choices.map(build);

function build({ ids, types, picks, agents, flags }: Choices): JsonObject {
  const [hasAgents, talks, named, policy, workflowId] = flags;
  const typeOf = (at: number): string =>
    at === 0
      ? 'AGENT'
      : (['AGENT', 'AGENT', 'AGENT', 'TOOL_EXECUTOR', 'TOOL_EXECUTOR', 'HUMAN_HANDOFF'][
          types[at] ?? 0
        ] ?? 'AGENT');
  const row = workflowId === 0 ? {} : { workflowId: 'w' };
  const nodes = ids.map((id, at): JsonObject => ({
    id,
    ...row,
    nodeType: typeOf(at),
    nodeName: named === 0 ? id : `${id} ${at}`,
    agentId: typeOf(at) === 'AGENT' ? `agent ${at % agents.length}` : null,
  }));
  const edges = edgesOf(ids, picks, row);
  const list = agents.map(([systemPrompt, model, tools], at): JsonObject => ({
    id: `agent ${at}`,
    ...(systemPrompt === null ? {} : { systemPrompt }),
    ...(model === null ? {} : { model }),
    ...(tools === 0 ? {} : { tools: toolsOf(nodes, edges, tools) }),
  }));
  return {
    ...(workflowId === 0 ? {} : { id: 'w' }),
    ...(named === 2 ? { name: 'W', description: 'A workflow.' } : {}),
    ...(talks === 0 ? {} : { isConversational: talks === 1 }),
    entrypointNodeId: ids[0] ?? '',
    nodes,
    edges,
    ...(hasAgents === 0 ? {} : { agents: list }),
    ...(policy === 0 ? {} : { policy: policyOf(policy ?? 0) }),
  };
}

/** Tools need an executor behind each agent, so only empty lists are drawn unless every agent has one. */
function toolsOf(nodes: readonly JsonObject[], edges: readonly JsonObject[], count: number): Json {
  const isExecutor = new Set(
    nodes.flatMap(({ id = '', nodeType }) => (nodeType === 'TOOL_EXECUTOR' ? [id] : [])),
  );
  const callers = new Set(
    edges.flatMap(({ sourceNodeId = '', targetNodeId = null, conditionType }) =>
      conditionType === 'CONDITIONAL' && isExecutor.has(targetNodeId) ? [sourceNodeId] : [],
    ),
  );
  const agents = nodes.filter(({ nodeType }) => nodeType === 'AGENT');
  if (!agents.every(({ id = '' }) => callers.has(id))) return [];
  const all: Json[] = [
    { name: 'one' },
    { name: '${two}', description: 'Two.', parameters: { type: 'object' } },
  ];
  return all.slice(0, count);
}

function policyOf(policy: number): JsonObject {
  return policy === 1 ? { maxSteps: 7 } : { timeoutMs: null, countsFrom: 'start', maxRepeats: 2 };
}

/** Each node has one ALWAYS edge at most, and no value twice. */
function edgesOf(
  ids: readonly string[],
  picks: Choices['picks'],
  row: JsonObject,
): readonly JsonObject[] {
  const taken = new Set<string>();
  return picks.flatMap(([from, to, kind, value], at): JsonObject[] => {
    const source = ids[from % ids.length] ?? '';
    const target = ids[to] ?? null;
    const isAlways = kind === 3;
    const key = JSON.stringify([source, isAlways ? null : value]);
    if (taken.has(key) || (!isAlways && value === 'END' && target !== null)) return [];
    taken.add(key);
    return [
      {
        ...(at % 3 === 0 ? {} : { id: `edge ${at}` }),
        ...row,
        sourceNodeId: source,
        targetNodeId: target,
        conditionType: isAlways ? (at % 2 === 0 ? 'ALWAYS' : 'ON_COMPLETE') : 'CONDITIONAL',
        conditionValue: isAlways ? null : value,
      },
    ];
  });
}
