// Why an edge was taken, or not
// Derived from the replay: when its edges fired, what its condition evaluated, and through which ports its source ended.
import { operatorWords } from '@skein/dialects';
import { isObject, isOver, ownValue, type Derived } from '@skein/kernel';
import { firedBy } from './overlay-run.ts';
import type { Moment, Replay } from './rebuild-run.ts';
import type { RunSketch, RunSketchEdge } from './sketch-graph.ts';

export interface EdgeExplanation {
  readonly isTaken: boolean;
  /** Sentences, the most important first. */
  readonly words: readonly string[];
  /** The journal row that decided it; null if undecided. */
  readonly decidedAt: number | null;
}

interface WithTitles {
  /** What people call each node. */
  readonly titles: ReadonlyMap<string, string>;
}

type Tried = Extract<Derived, { type: 'condition.tried' }>;

export function explainEdge(
  replay: Replay,
  line: RunSketchEdge,
  { portName, titles = new Map() }: Pick<RunSketch, 'portName'> & Partial<WithTitles>,
): EdgeExplanation {
  const from = titles.get(line.from) ?? line.from;
  const to = titles.get(line.to) ?? line.to;
  const nameOf = (port: string) => nameIn(replay, portName, { node: line.from, port });
  const [first = ''] = line.through;
  const last = line.through.at(-1) ?? '';
  const fired = firingsOf(replay, first);
  const arrived = firingsOf(replay, last);
  const conditions = triedBy(replay, line, { edge: first, nameOf });
  const leaving = replay.graph.nodeById.get(line.from)?.outgoingAll ?? [];
  const out = nameOf(leaving.find(({ id }) => id === first)?.out ?? line.out);
  if (line.kind === 'subagent') return explainCalls(replay, line, titles);
  if (arrived.length > 0)
    return {
      isTaken: true,
      words: [
        `Taken ${arrived.length === 1 ? 'once' : `${arrived.length} times`}: "${from}" ended through "${out}".`,
        ...conditions,
      ],
      decidedAt: arrived.at(-1) ?? null,
    };
  const ended = endOf(replay, line.from);
  if (ended === null)
    return {
      isTaken: false,
      words: [`"${from}" has not ended, so nothing could leave it.`],
      decidedAt: null,
    };
  const why =
    fired.length > 0
      ? `It left "${from}" but was stopped before "${to}".`
      : `"${from}" ended through ${portList(ended.ports.map(nameOf))}, but this edge leaves "${out}".`;
  return { isTaken: false, words: [why, ...conditions], decidedAt: ended.seq };
}

/** Whether an agent was called that others may call as a tool; null if no other may. */
export function explainSubagent(
  replay: Replay,
  node: string,
  titles: WithTitles['titles'] = new Map(),
): EdgeExplanation | null {
  const caller = replay.graph.nodes.find(({ subagents }) =>
    subagents.some(({ to }) => to.id === node),
  );
  return caller === undefined ? null : explainCalls(replay, { from: caller.id, to: node }, titles);
}

function explainCalls(
  { moments, state }: Replay,
  line: Pick<RunSketchEdge, 'from' | 'to'>,
  titles: WithTitles['titles'],
): EdgeExplanation {
  const from = titles.get(line.from) ?? line.from;
  const to = titles.get(line.to) ?? line.to;
  const calls = moments.filter(
    ({ event }) =>
      event.type === 'step.recorded' &&
      isObject(event.value) &&
      ownValue(event.value, 'type') === 'subagent.start' &&
      ownValue(event.value, 'node') === line.to,
  );
  const decidedAt = calls.at(-1)?.event.seq ?? null;
  return {
    isTaken: calls.length > 0,
    words: [
      calls.length > 0
        ? `"${from}" called "${to}" as a tool.`
        : `"${from}" may call "${to}" as a tool but ${isOver(state) ? 'did not' : 'has not done so'}.`,
    ],
    decidedAt,
  };
}

/** The journal rows in which an edge fired. */
function firingsOf({ graph, moments }: Replay, edge: string): readonly number[] {
  return moments
    .filter(({ derived }) => derived.some((fact) => firedBy(graph, fact).includes(edge)))
    .map(({ event }) => event.seq);
}

/** What the drawing calls a port of a node of the graph. */
function nameIn(
  { graph }: Replay,
  portName: RunSketch['portName'],
  { node, port }: { readonly node: string; readonly port: string },
): string {
  const found = graph.nodeById.get(node);
  return found === undefined ? port : portName(found, port);
}

function portList(ports: readonly string[]): string {
  return ports.map((port) => `"${port}"`).join(', ') || 'no port';
}

interface TriedOptions {
  readonly edge: string;
  readonly nameOf: (port: string) => string;
}

/** The last evaluation of its own condition, or of the conditions of its source. */
function triedBy(
  { moments }: Replay,
  line: RunSketchEdge,
  { edge, nameOf }: TriedOptions,
): readonly string[] {
  const tried = moments.flatMap(({ derived }) =>
    derived.filter(
      (fact): fact is Tried => fact.type === 'condition.tried' && fact.node === line.from,
    ),
  );
  const own = tried.findLast(({ name }) => name === edge);
  const newest = tried.at(-1)?.activation;
  const meant = own === undefined ? tried.filter(({ activation }) => activation === newest) : [own];
  return meant.map(
    ({ name, tried: values, result }) =>
      `${own === undefined ? conditionWords(nameOf(name)) : 'Its condition'} was ${result}: ${values.map(formatTried).join(', ')}.`,
  );
}

/** Some are called "condition 1" already. */
function conditionWords(name: string): string {
  return name.startsWith('condition ') ? `C${name.slice(1)}` : `Condition "${name}"`;
}

function formatTried({ left, op, right }: Tried['tried'][number]): string {
  const side = (value: unknown) => (value === undefined ? '' : ` ${JSON.stringify(value)}`);
  return `${JSON.stringify(left ?? null)} ${operatorWords[op].words}${side(right)}`;
}

interface End {
  readonly seq: number;
  readonly ports: readonly string[];
  /** Why it failed; null: it did not. */
  readonly failure: string | null;
}

/** How a node ended last; null if it has not. */
export function endOf({ moments }: Replay, node: string): End | null {
  const found = moments.findLast(({ derived }) => derived.some((fact) => hasEnded(fact, node)));
  const fact = found?.derived.findLast((each) => hasEnded(each, node));
  if (found === undefined || fact === undefined) return null;
  const { seq } = found.event;
  if (fact.type === 'activation.completed') return { seq, ports: fact.ports, failure: null };
  const failure = fact.type === 'activation.failed' ? fact.failure.message : null;
  return { seq, ports: ['error'], failure };
}

function hasEnded(fact: Derived, node: string): boolean {
  return (
    (fact.type === 'activation.completed' || fact.type === 'activation.failed') &&
    fact.node === node
  );
}

/** The journal row of the last activation of a node; for one that did not run, of the last end of a predecessor. */
export function decidedAt({ graph, moments }: Replay, node: string): number | null {
  const created = moments.findLast(({ derived }) =>
    derived.some((fact) => fact.type === 'activation.created' && fact.node === node),
  );
  if (created !== undefined) return created.event.seq;
  const before = new Set(graph.nodeById.get(node)?.incoming.map(({ from }) => from.id));
  const isEnd = ({ derived }: Moment) =>
    derived.some(
      (fact) =>
        'node' in fact && fact.node !== null && before.has(fact.node) && hasEnded(fact, fact.node),
    );
  return moments.findLast(isEnd)?.event.seq ?? null;
}
