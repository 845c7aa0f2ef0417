// Goal: asking for what is needed (pull) and waiting for what comes (push, the kernel) agree on when a node of a dataflow
// runs. Method: random graphs without cycles, on both; the outputs are made of the inputs, so a wrong one shows downstream.
import { dataflowNodeType } from '@skein/agents';
import { compileDefinition, allKinds } from '@skein/dialects';
import {
  createRun,
  runId,
  transition,
  versionId,
  workflowId,
  type Effect,
  type Graph,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pullFlow, type PulledEdge, type PulledFlow } from '../../src/dataflow/pull-flow.ts';

interface DrawnFlow {
  readonly flow: PulledFlow;
  /** How long each execution takes, by place: it decides what completes first. */
  readonly delays: readonly number[];
}

function drawnFlows(isRequired: boolean): fc.Arbitrary<DrawnFlow> {
  return fc.integer({ min: 1, max: 12 }).chain((size) =>
    fc
      .record({
        pairs: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 3 * size }),
        // The order in the document must not be the order of the graph.
        places: fc.shuffledSubarray(
          Array.from({ length: size }, (_, place) => place),
          { minLength: size, maxLength: size },
        ),
        delays: fc.array(fc.nat(20), { minLength: size, maxLength: size }),
      })
      .map(({ pairs, places, delays }) => {
        const edges = pairs
          .filter(([from, to]) => from !== to)
          .map(([one, other], number): PulledEdge => {
            const [source, target] = one < other ? [one, other] : [other, one];
            return {
              source: `n${source}`,
              sourceOutput: `out${number % 3}`,
              target: `n${target}`,
              targetInput: `in${number}`,
            };
          });
        const nodes = places.map((place) => {
          const inputs = edges.filter(({ target }) => target === `n${place}`);
          const required = isRequired ? inputs.map(({ targetInput }) => targetInput) : [];
          return { id: `n${place}`, required };
        });
        return { flow: { nodes, edges }, delays };
      }),
  );
}

function compute(id: string, inputs: JsonObject): JsonObject {
  const seen = JSON.stringify(Object.entries(inputs).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { out0: `${id}0${seen.length}`, out1: `${id}1${seen}`.slice(0, 60), out2: [id] };
}

function compile({ nodes, edges }: PulledFlow, concurrency: number): Graph {
  const { kind } = dataflowNodeType('step', () => {
    throw new Error('not called: the test drives the kernel itself');
  });
  const definition = {
    policy: { concurrency },
    nodes: nodes.map(({ id }) => ({ id, nodeType: 'step' })),
    edges: edges.map((edge, number) => ({ id: `e${number}`, ...edge })) as unknown as Json,
  };
  const compiled = compileDefinition(definition, {
    dialect: 'dataflow',
    kinds: new Map([...allKinds, ['step', kind]]),
  });
  if (compiled.graph === null) throw new Error(JSON.stringify(compiled.diagnostics));
  return compiled.graph;
}

/** Drives the kernel; of what runs at the same time, the shortest delay completes first. */
function push(graph: Graph, delays: readonly number[]) {
  const order: string[] = [];
  const inputs = new Map<string, JsonObject>();
  const running: { readonly node: string; readonly activation: number; readonly at: number }[] = [];
  let state = createRun();
  let seq = 0;
  const base = () => ({
    seq: ++seq,
    at: seq,
    id: `00000000-0000-7000-8000-${(seq * 0x1000).toString(16).padStart(12, '0')}`,
  });
  const take = (effects: readonly Effect[]) => {
    for (const effect of effects) {
      if (effect.type !== 'execute') continue;
      order.push(effect.node);
      inputs.set(effect.node, effect.inputs);
      const delay = delays[Number(effect.node.slice(1))] ?? 0;
      running.push({ node: effect.node, activation: effect.activation, at: seq + delay });
    }
  };
  const workflow = { id: workflowId('flow'), version: versionId('') };
  const started = {
    ...base(),
    type: 'run.started',
    run: runId('run'),
    workflow,
    rules: 1,
  } as const;
  let result = transition(graph, state, started);
  for (;;) {
    ({ state } = result);
    take(result.effects);
    const next = running.toSorted((a, b) => a.at - b.at)[0];
    if (next === undefined) return { order, inputs, status: state.status };
    running.splice(running.indexOf(next), 1);
    const ports = compute(next.node, inputs.get(next.node) ?? {});
    const { node, activation } = next;
    result = transition(graph, state, {
      ...base(),
      type: 'node.completed',
      node,
      activation,
      ports,
    });
  }
}

function sorted(inputs: ReadonlyMap<string, JsonObject>) {
  return [...inputs].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

describe('readiness', () => {
  it('[DF27] pull and push run the same nodes once, with the same inputs, whatever takes how long', () => {
    fc.assert(
      fc.property(drawnFlows(false), fc.constantFrom(1, 2, 16), ({ flow, delays }, concurrency) => {
        const pulled = pullFlow(flow, compute);
        const pushed = push(compile(flow, concurrency), delays);
        expect(pushed.status).toBe('completed');
        expect(pushed.order.toSorted()).toEqual(pulled.order.toSorted());
        expect(sorted(pushed.inputs)).toEqual(sorted(pulled.inputs));
        for (const { order } of [pulled, pushed]) {
          const place = new Map(order.map((id, index) => [id, index]));
          for (const { source, target } of flow.edges) {
            expect(place.get(source)).toBeLessThan(place.get(target) as number);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('[DF27] one at a time, and with every connected input required, also in the same order', () => {
    fc.assert(
      fc.property(drawnFlows(true), ({ flow, delays }) => {
        expect(push(compile(flow, 1), delays).order).toEqual(pullFlow(flow, compute).order);
      }),
      { numRuns: 500 },
    );
  });
});
