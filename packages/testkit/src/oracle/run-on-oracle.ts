// Run on oracle
// Runs the case of a seed on the oracle: as data for properties, and as text for a person who compares two runs.

import { edgeAt, nodeAt, type OracleGraph } from './oracle-graph.ts';
import { valueOf, type Activation, type OracleState } from './oracle-state.ts';
import { createOracle } from './oracle.ts';
import { randomCase, type Choice, type RandomCase } from './random-graph.ts';
import { roundsOf } from './tag.ts';

export interface OracleStep {
  /** Absent for the start. */
  readonly choice?: Choice;
  readonly started: readonly Activation[];
  readonly state: OracleState;
}

/** One line for each edge, completion, new activation and held token of the run of this seed. */
export function runOnOracle(seed: number): string {
  const { graph, choose } = randomCase(seed);
  const steps = playOnOracle({ graph, choose });
  return [
    `seed ${seed}`,
    ...graphLines(graph),
    ...steps.flatMap((step, index) => stepLines(graph, step, index)),
  ].join('\n');
}

/** The start and all completions until nothing is alive, each with the state after it. */
export function playOnOracle({ graph, choose }: RandomCase): OracleStep[] {
  const oracle = createOracle(graph);
  const steps: OracleStep[] = [{ started: oracle.start(), state: oracle.dump() }];
  while (oracle.live().length > 0) {
    const choice = choose(oracle.live());
    const started = oracle.complete(choice.node, choice.n, choice.firedEdges);
    steps.push({ choice, started, state: oracle.dump() });
  }
  return steps;
}

function graphLines(graph: OracleGraph): string[] {
  const joins = graph.nodes.map(
    ({ name, join, n }) => `${name} ${join}${join === 'n-of' ? `(${n})` : ''}`,
  );
  return [
    `entries ${graph.entries.map((node) => nodeAt(graph, node).name).join(' ')}`,
    `joins ${joins.join(', ')}`,
    ...graph.edges.map((_, edge) => `edge ${edgeText(graph, edge)}`),
  ];
}

function stepLines(graph: OracleGraph, step: OracleStep, index: number): string[] {
  const { choice, started, state } = step;
  const title =
    choice === undefined
      ? 'start'
      : `${valueOf(graph, choice)} fires ${choice.firedEdges.map((edge) => edgeText(graph, edge)).join(', ') || 'nothing'}`;
  return [
    `${index}. ${title}`,
    ...started.map((activation) => `   + ${activationText(graph, activation)}`),
    ...state.held.map(
      ({ edge, value, tag }) =>
        `   held ${value} on ${edgeText(graph, edge)} ${tagText(graph, tag)}`,
    ),
  ];
}

function activationText(graph: OracleGraph, activation: Activation): string {
  const inputs = Object.entries(activation.inputs).map(
    ([edge, { value, kept }]) => `${edge}:${value}${kept ? ' kept' : ''}`,
  );
  const { cause, tag } = activation;
  return `${valueOf(graph, activation)} ${tagText(graph, tag)} by ${cause} from [${inputs.join(', ')}]`;
}

function edgeText(graph: OracleGraph, edge: number): string {
  const { from, to, loop } = edgeAt(graph, edge);
  return `${edge}:${nodeAt(graph, from).name}${loop ? '⇒' : '→'}${nodeAt(graph, to).name}`;
}

function tagText(graph: OracleGraph, tag: Activation['tag']): string {
  const rounds = roundsOf(tag).map(([loop, round]) => `${nodeAt(graph, loop).name}:${round}`);
  return `{${rounds.join(' ')}}`;
}
