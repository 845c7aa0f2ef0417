// Goal: on random graphs and scripts the rules never hang, never lose a token, and no token meets another round.
// Method: 1,500 seeds are played on the oracle; what each activation consumed is traced back to its producer.

import { describe, expect, it } from 'vitest';
import { droppedLoops, edgeAt, isHead, nodeAt } from '../../src/oracle/oracle-graph.ts';
import type { OracleGraph } from '../../src/oracle/oracle-graph.ts';
import { valueOf, type Activation, type OracleState } from '../../src/oracle/oracle-state.ts';
import { randomCase } from '../../src/oracle/random-graph.ts';
import { playOnOracle, runOnOracle } from '../../src/oracle/run-on-oracle.ts';
import { agree, carriesAll, withoutLoops, type Tag } from '../../src/oracle/tag.ts';

const seeds = Array.from({ length: 1_500 }, (_, seed) => seed);

interface Input {
  readonly kept: boolean;
  readonly tag: Tag;
}

describe('random runs', () => {
  it('a run that is over holds nothing, loses no token, and no token meets another round', () => {
    const troubles = seeds.flatMap((seed) =>
      troublesOf(seed).map((text) => `seed ${seed}: ${text}`),
    );
    expect(troubles).toEqual([]);
  });

  it('the same seed gives the same run', () => {
    expect(runOnOracle(42)).toBe(runOnOracle(42));
    expect(runOnOracle(42)).not.toBe(runOnOracle(43));
  });

  it('the cases are worth playing', () => {
    const states = seeds.slice(0, 1_000).map(lastState);
    const activations = states.flatMap((state) => state.activations);
    const inputsOf = ({ inputs }: Activation): boolean[] =>
      Object.values(inputs).map(({ kept }) => kept);
    const merged = activations.filter((one) => inputsOf(one).filter((kept) => !kept).length > 1);
    const withKept = activations.filter((one) => inputsOf(one).includes(true));
    const deep = activations.filter(({ tag }) => Object.keys(tag).length > 1);
    const absorbed = states.filter(({ delivered, activations: all }) => {
      const consumed = all.flatMap((one) => inputsOf(one).filter((kept) => !kept)).length;
      return consumed < delivered.length;
    });
    expect(merged.length).toBeGreaterThan(1_000);
    expect(withKept.length).toBeGreaterThan(1_000);
    expect(deep.length).toBeGreaterThan(1_000);
    expect(absorbed.length).toBeGreaterThan(50);
    expect(new Set(states.flatMap(({ graph }) => graph.nodes.map(({ join }) => join))).size).toBe(
      5,
    );
    expect(states.filter(({ graph }) => graph.entries.length > 1).length).toBeGreaterThan(50);
  });
});

describe('random graphs', () => {
  it('loop edges go back to a node that reaches their source, the others have no cycle', () => {
    for (const seed of seeds) {
      const { graph } = randomCase(seed);
      for (const { from, to, loop } of graph.edges) {
        const hasWayBack = reaches(graph, to, from);
        expect({ seed, from, to, hasWayBack }).toEqual({ seed, from, to, hasWayBack: loop });
      }
    }
  });
});

function lastState(seed: number): OracleState {
  const last = playOnOracle(randomCase(seed)).at(-1);
  if (last === undefined) throw new Error('A run has at least its start.');
  return last.state;
}

function troublesOf(seed: number): string[] {
  const state = lastState(seed);
  return [
    ...state.held.map(({ value }) => `${value} is held and nothing is alive`),
    ...state.activations.flatMap((activation) => mixedRounds(state, activation)),
    ...lostTokens(state),
  ];
}

/** Kept values are compared with the tokens, not with each other: of rounds that are over, two may differ. */
function mixedRounds(state: OracleState, activation: Activation): string[] {
  const { graph } = state;
  const name = valueOf(graph, activation);
  const inputs = inputsWithTags(state, activation);
  const picked = inputs.filter(({ kept }) => !kept);
  const before = isHead(graph, activation.node)
    ? withoutLoops(activation.tag, [activation.node])
    : activation.tag;
  const outside = (tag: Tag): Tag =>
    isHead(graph, activation.node) ? withoutLoops(tag, [activation.node]) : tag;
  const apart = picked.some((one) => inputs.some((other) => !agree(one.tag, other.tag)));
  const uncarried = picked.some(({ tag }) => !carriesAll(before, outside(tag)));
  const foreign = inputs.some(({ tag }) => !agree(before, outside(tag)));
  return [
    ...(apart ? [`${name} has a token that disagrees with another input`] : []),
    ...(uncarried ? [`${name} does not carry a round of its tokens`] : []),
    ...(foreign ? [`${name} has an input of another round`] : []),
  ];
}

/** The inputs with the tags of their tokens, worked out from their producers and not from the delivered tokens. */
function inputsWithTags({ graph, activations }: OracleState, { inputs }: Activation): Input[] {
  return Object.entries(inputs).map(([edge, { value, kept }]) => {
    const { to, loop } = edgeAt(graph, Number(edge));
    const producer = activations.find((activation) => valueOf(graph, activation) === value);
    if (producer === undefined) throw new Error(`No activation made ${value}.`);
    const tag = loop ? withoutLoops(producer.tag, droppedLoops(graph, to)) : producer.tag;
    return { kept, tag };
  });
}

/** `each` and `all` consume every token exactly once, the other joins at most once. */
function lostTokens({ graph, delivered, activations }: OracleState): string[] {
  return delivered.flatMap(({ edge, value }) => {
    const { to } = edgeAt(graph, edge);
    const consumers = activations.filter(
      ({ node, inputs }) => node === to && inputs[edge]?.value === value && !inputs[edge].kept,
    ).length;
    const mayBeAbsorbed = !['each', 'all'].includes(nodeAt(graph, to).join);
    const isRight = consumers === 1 || (mayBeAbsorbed && consumers === 0);
    return isRight ? [] : [`${value} on edge ${edge} is consumed ${consumers} times`];
  });
}

function reaches(graph: OracleGraph, start: number, goal: number): boolean {
  const reached = [start];
  for (const node of reached) {
    for (const { from, to, loop } of graph.edges) {
      if (from === node && !loop && !reached.includes(to)) reached.push(to);
    }
  }
  return reached.includes(goal);
}
