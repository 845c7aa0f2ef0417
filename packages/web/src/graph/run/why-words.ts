// Why a node ran or did not, in one sentence with the names of nodes: who decided, what it chose, and what it looked at.
import { operatorWords, toldInNames, referenceWords } from '@skein/dialects';
import {
  isObject,
  isOver,
  ownValue,
  parseReference,
  type ExplainedActivation,
  type ExplainedEdge,
  type Explanation,
  type Json,
  type JsonObject,
  type Workflow,
} from '@skein/kernel';
import { ordinal } from '../../text/ordinal.ts';
import { endOf } from './explain-edge.ts';
import type { Replay } from './rebuild-run.ts';
import type { RunSketch } from './sketch-graph.ts';

interface WhyPlace {
  readonly sketch: Pick<RunSketch, 'portName'>;
  readonly titles: ReadonlyMap<string, string>;
}

type ExplainNode = (node: string) => Explanation | null;

/** Null where the explanation of the kernel says all there is: nothing leads to the node, or it is still on its way. */
export function whyWords(
  replay: Replay,
  { node, edges }: { readonly node: string; readonly edges: readonly ExplainedEdge[] },
  place: WhyPlace & { readonly explainNode: ExplainNode },
): string | null {
  if (!isOver(replay.state) || edges.length === 0) return null;
  const name = place.titles.get(node) ?? node;
  const reasons = [...new Set(edges.map((edge) => reasonOf(replay, edge, place)))];
  const root = edges.some(({ from }) => endOf(replay, from) !== null)
    ? null
    : rootOf(replay, node, place);
  const because = `${reasons.join(', and ')}${root === null ? '' : `: ${root}`}`;
  return asSentence(`${name} did not run because ${because}`);
}

/** What it ends with, such as the name of a node, may be a question. */
function asSentence(words: string): string {
  return /[.?!…]$/u.test(words) ? words : `${words}.`;
}

/** Of a node that only has others before it that did not run: what decided about the first of them. */
function rootOf(
  replay: Replay,
  node: string,
  place: WhyPlace & { readonly explainNode: ExplainNode },
): string | null {
  const found = new Set([node]);
  // Grows during iteration.
  for (const id of found) {
    const before = (replay.graph.nodeById.get(id)?.incoming ?? []).map(({ from }) => from.id);
    if (id === node || !before.some((each) => endOf(replay, each) !== null)) {
      for (const each of before) found.add(each);
      continue;
    }
    const edges = place.explainNode(id)?.notRun?.edges ?? [];
    const deciding = edges.filter(({ from }) => endOf(replay, from) !== null);
    const reasons = deciding.map((edge) => reasonOf(replay, edge, place));
    return reasons.length === 0 ? null : [...new Set(reasons)].join(', and ');
  }
  return null;
}

/** One time that a node ran, or began to. */
export interface RanTime {
  /** Why it did, and what it chose. */
  readonly words: string;
  readonly inputs: JsonObject;
}

/** In order; which time it was is only said where there were several. */
export function ranTimes(
  { node, activations }: Pick<Explanation, 'node' | 'activations'>,
  titles: WhyPlace['titles'],
  workflow: Workflow | null = null,
): readonly RanTime[] {
  const name = titles.get(node) ?? node;
  const asked = workflow === null ? null : leftOf(conditionOf(workflow, node));
  return activations.map((activation, index) => {
    const time = activations.length < 2 ? '' : `The ${ordinal(index + 1)} time, `;
    const sentence = asSentence(`${time}${name} ${timeWords(activation, asked, titles)}`);
    const words = `${sentence}${rowWords(activation.steps)}`;
    return { words, inputs: activation.inputs };
  });
}

/** As the kernel says how an activation ended. */
const endedOn = 'completed on port ';

function timeWords(
  { causedBy, outcome, tried = [] }: ExplainedActivation,
  asked: string | null,
  titles: WhyPlace['titles'],
): string {
  const causes = causedBy.map((cause) => titles.get(cause.node) ?? cause.node);
  const after = causes.length === 0 ? '' : ` after ${[...new Set(causes)].join(' and ')}`;
  if (outcome.startsWith(endedOn)) {
    if (tried.length === 0) return `ran${after}`;
    const written = tried.length === 1 ? asked : null;
    const looked = tried.map((each) => triedWords(each, written, titles)).join('; ');
    return `ran${after}, and chose ${chosenWords(outcome.slice(endedOn.length))}: ${looked}`;
  }
  const [kind = '', ...rest] = outcome.split(': ');
  const more = toldInNames(rest.join(': ').replace(/\.$/u, ''), titles);
  if (kind === 'failed') return `ran${after}, and failed: ${more}`;
  if (kind === 'retrying') return `ran${after}, failed, and is tried again: ${more}`;
  if (kind === 'pending') return `was reached${after}, and ${more}`;
  if (kind === 'ready') return `is about to run${after}`;
  if (kind === 'running') return `is running${after}`;
  if (kind.startsWith('waiting')) return `waits${after === '' ? '' : `, reached${after}`}`;
  return `was reached${after}, and was ${outcome}`;
}

function chosenWords(ports: string): string {
  return ports === '(none)' ? 'nothing' : ports.split(', ').map(answerWord).join(', ');
}

/** What the steps of a data node did. */
function rowWords(steps: ExplainedActivation['steps']): string {
  if (steps === undefined || steps.length === 0) return '';
  const all = steps.map(({ op, before, after }) => `${op} ${before} → ${after}`);
  return ` Rows: ${all.join(', ')}.`;
}

/** A sentence of the kernel about one time, in the same words. */
export function inTimes(sentence: string, count: number): string {
  const [, n, rest] = /^Activation (\d+) (.*)$/su.exec(sentence) ?? [];
  if (rest !== undefined)
    return count < 2 ? `It ${rest}` : `The ${ordinal(Number(n))} time, it ${rest}`;
  const [, at, warning] = /^Warning of activation (\d+): (.*)$/su.exec(sentence) ?? [];
  if (warning === undefined) return sentence;
  return count < 2 ? `Warning: ${warning}` : `Warning, the ${ordinal(Number(at))} time: ${warning}`;
}

function reasonOf(replay: Replay, edge: ExplainedEdge, { sketch, titles }: WhyPlace): string {
  const from = titles.get(edge.from) ?? edge.from;
  const ended = endOf(replay, edge.from);
  if (ended === null) return `${from} did not run`;
  if (ended.failure !== null && edge.port !== 'error') {
    return `${from} failed: ${toldInNames(ended.failure, titles)}`;
  }
  const source = replay.graph.nodeById.get(edge.from);
  const chosen = ended.ports.map((port) =>
    answerWord(source === undefined ? port : sketch.portName(source, port)),
  );
  const written = edge.tried.length === 1 ? writtenLeft(replay, edge) : null;
  const looked = edge.tried.map((tried) => triedWords(tried, written, titles)).join(' and ');
  const because = looked === '' ? '' : `: ${looked}`;
  if (chosen.includes(answerWord(edge.port)))
    return `the condition after ${from} did not hold${because}`;
  return `${from} chose ${chosen.join(', ') || 'nothing'}${because}`;
}

/** As people answer a question. */
function answerWord(port: string): string {
  return port === 'true' ? 'yes' : port === 'false' ? 'no' : port;
}

type Tried = ExplainedEdge['tried'][number];

/** With what was read where that is known, else with the two sides. `written`: the reference on the left side, as it stands in the definition. */
function triedWords(
  { left, op, right, result, reads = [] }: Tried,
  written: string | null,
  titles: WhyPlace['titles'],
): string {
  if (reads.length > 0)
    return reads
      .map(({ reference, value }) => `${readWords(reference, titles)} was ${valueWords(value)}`)
      .join(' and ');
  const asked = `${operatorWords[op].words}${right === undefined ? '' : ` ${valueWords(right)}`}`;
  if (written === null) return `${valueWords(left)} ${asked}: ${result ? 'yes' : 'no'}`;
  const was = `${readWords(written, titles)} was ${valueWords(left)}`;
  return right === undefined ? was : `${was}, asked whether it ${asked}`;
}

/** Of a condition with one comparison whose left side is a reference: that reference. */
function writtenLeft({ graph }: Replay, { from, edge }: ExplainedEdge): string | null {
  const { edges = [] } = graph.workflow;
  const own = graph.nodeById.get(from)?.outgoingAll.find(({ id }) => id === edge)?.index;
  const when = own === undefined ? undefined : edges[own]?.when;
  return leftOf(when ?? conditionOf(graph.workflow, from));
}

function conditionOf({ nodes }: Workflow, node: string): Json | undefined {
  return nodes.find(({ id }) => id === node)?.config?.['condition'];
}

/** Of a single comparison whose left side is a reference: that reference. */
function leftOf(condition: Json | undefined): string | null {
  if (condition === undefined || !isObject(condition)) return null;
  const left = ownValue(condition, 'left');
  return typeof left === 'string' && left.startsWith('${') ? left : null;
}

function readWords(reference: string, titles: WhyPlace['titles']): string {
  const parsed = parseReference(reference, 0);
  return parsed.ok ? referenceWords(parsed.reference, titles) : reference;
}

const valueMax = 80;

function valueWords(value: Json | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return 'empty';
  const text = JSON.stringify(value);
  return text.length > valueMax ? `${text.slice(0, valueMax)}…` : text;
}
