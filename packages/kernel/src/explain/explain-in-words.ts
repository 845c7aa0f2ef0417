import type { Tried } from '../conditions/condition.ts';
import type { NodeStatus } from '../state/node-status.ts';
import { askedFor, type Evidence, type ExplainedActivation, type Explanation } from './evidence.ts';
import { missingInputs } from './explain-reason.ts';
import { shorten } from './shorten.ts';

const ACTIVATIONS_SHOWN_MAX = 20;

/** Sentences for people: what happened, with which values. */
export function explainInWords(
  evidence: Evidence,
  status: NodeStatus,
  notRun: Explanation['notRun'],
): readonly string[] {
  const { node, activations, remarks, state, nodeName } = evidence;
  const words = [`"${nodeName(node.id)}" is ${status}.`];
  for (const activation of activations.slice(0, ACTIVATIONS_SHOWN_MAX)) {
    words.push(describeActivation(evidence, activation));
  }
  if (activations.length > ACTIVATIONS_SHOWN_MAX) {
    words.push(`… and ${activations.length - ACTIVATIONS_SHOWN_MAX} more activations.`);
  }
  if (notRun !== undefined) {
    words.push(`It did not run: ${notRun.reason}.`);
    for (const { edge, from, port, why, tried } of notRun.edges) {
      // Nobody wrote a derived edge, so its name means nothing to the reader.
      const place = isDrawn(evidence, edge)
        ? `Edge "${edge}" from "${nodeName(from)}" (port ${port})`
        : `From "${nodeName(from)}"`;
      words.push(`${place}: ${why}.${describeTried(tried)}`);
    }
  } else if (state.joins.held.has(node.index)) {
    words.push(`It holds tokens and waits for inputs: ${missingInputs(evidence)}.`);
  }
  const asked = askedFor(state, node);
  if (asked !== undefined) {
    const { prompt } = asked.question;
    words.push(`It waits for an answer${prompt === undefined ? '' : `: ${shorten(prompt)}`}.`);
  }
  const warnings = state.warnings
    .filter((warning) => warning.node === node.id)
    .map(({ activation, message }) => `Warning of activation ${activation}: ${message}`);
  return [...words, ...warnings, ...remarks];
}

/** Whether the reader knows it by its id. */
function isDrawn({ edges, namesEdges }: Evidence, edge: string): boolean {
  return namesEdges && edges.get(edge)?.edge.derived === false;
}

function describeActivation(
  evidence: Evidence,
  { n, round, causedBy, outcome, inputs, steps, tried = [] }: ExplainedActivation,
): string {
  const { graph, node, nodeName } = evidence;
  const causes = causedBy.map(({ edge, node: cause, activation }) => {
    const way = isDrawn(evidence, edge) ? ` over edge "${edge}"` : '';
    return `"${nodeName(cause)}" #${activation}${way}`;
  });
  const rounds = Object.entries(round).map(
    ([head, number]) => `round ${number} of "${nodeName(head)}"`,
  );
  const where = rounds.length > 0 ? ` in ${rounds.join(', ')}` : '';
  const isEntry = graph.entries.includes(node);
  const uncaused = isEntry ? 'as an entry of the run' : 'because a limit was reached';
  const by = causes.length > 0 ? `because of ${causes.join(' and ')}` : uncaused;
  return `Activation ${n}${where}, ${by}, with inputs ${shorten(inputs)}: ${outcome}.${describeSteps(steps)}${describeTried(tried)}`;
}

function describeSteps(steps: ExplainedActivation['steps']): string {
  if (steps === undefined) return '';
  const all = steps.map(({ op, before, after }) => `${op} ${before} → ${after}`);
  return ` Rows: ${all.join(', ')}.`;
}

function describeTried(tried: readonly Tried[]): string {
  if (tried.length === 0) return '';
  const all = tried.map(({ left, op, right, result, reads = [] }) => {
    const sides = [shorten(left), op, ...(right === undefined ? [] : [shorten(right)])].join(' ');
    const read = reads.map(({ reference, value }) => `${reference} is ${shorten(value)}`);
    return `${sides} is ${result}${read.length === 0 ? '' : `, where ${read.join(' and ')}`}`;
  });
  return ` Compared: ${all.join('; ')}.`;
}
