// Drawn run
// Lets a test draw a graph as text and tell a run of it by names instead of numbers.

import type { OracleGraph, OracleJoin } from '../../src/oracle/oracle-graph.ts';
import { createOracle, type Oracle } from '../../src/oracle/oracle.ts';
import type { Activation } from '../../src/oracle/oracle-state.ts';

interface Drawing {
  /** Separated by spaces, in definition order; nodes are numbered as they first appear. */
  readonly edges: string;
  readonly entries?: string;
  /** `all` where nothing is said; `2-of` is `n-of` with n 2. */
  readonly joins?: Readonly<Record<string, string>>;
}

export interface DrawnRun {
  readonly oracle: Oracle;
  /** Completes `a#2`, fires the edges to the named nodes, and gives the new activations as text. */
  complete(activation: string, ...targets: readonly string[]): string[];
  /** What has started so far. */
  readonly started: readonly string[];
}

/** Starts a run of a graph drawn like `s→a a→b b⇒a`. */
export function drawnRun(drawing: Drawing): DrawnRun {
  const graph = drawnGraph(drawing);
  const oracle = createOracle(graph);
  const numberOf = (name: string): number => graph.nodes.findIndex((node) => node.name === name);
  const texts = (activations: readonly Activation[]): string[] =>
    activations.map((activation) => activationText(graph, activation));
  const started = texts(oracle.start());
  const complete = (activation: string, ...targets: readonly string[]): string[] => {
    const [name = '', n] = activation.split('#');
    const fired = targets.map((target) => {
      const edge = graph.edges.findIndex(
        ({ from, to }) => from === numberOf(name) && to === numberOf(target),
      );
      if (edge < 0) throw new Error(`The drawing has no edge from ${name} to ${target}.`);
      return edge;
    });
    const begun = texts(oracle.complete(numberOf(name), Number(n), fired));
    started.push(...begun);
    return begun;
  };
  return { oracle, complete, started };
}

export function drawnGraph({ edges, entries = 's', joins = {} }: Drawing): OracleGraph {
  const arrows = edges.split(' ').map((text, index) => {
    const [from = '', to = ''] = text.split(/[→⇒]/u);
    return { from, to, loop: text.includes('⇒'), port: `p${index}` };
  });
  const names = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))];
  return {
    nodes: names.map((name) => drawnNode(name, joins[name] ?? 'all')),
    edges: arrows.map((arrow) => ({
      ...arrow,
      from: names.indexOf(arrow.from),
      to: names.indexOf(arrow.to),
    })),
    entries: entries.split(' ').map((name) => names.indexOf(name)),
  };
}

const joinNames: readonly OracleJoin[] = ['each', 'once', 'all', 'any'];

function drawnNode(name: string, text: string): OracleGraph['nodes'][number] {
  const join = joinNames.find((known) => known === text) ?? 'n-of';
  return { name, join, n: join === 'n-of' ? Number.parseInt(text, 10) : 1 };
}

/** `j#1 {h:1} o#1 (b#1)`: a kept value stands in brackets. */
function activationText(graph: OracleGraph, activation: Activation): string {
  const rounds = Object.entries(activation.tag).map(
    ([loop, round]) => `${graph.nodes[Number(loop)]?.name}:${round}`,
  );
  const inputs = Object.values(activation.inputs).map(({ value, kept }) =>
    kept ? `(${value})` : value,
  );
  const name = `${graph.nodes[activation.node]?.name}#${activation.n}`;
  return [name, `{${rounds.join(' ')}}`, ...inputs].join(' ');
}
