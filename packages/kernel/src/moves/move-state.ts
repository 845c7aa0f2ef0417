// A state in terms of another version
// A state names nodes, edges and loops by their place in the graph. Here it is told in the places of another graph: nodes are
// the same when they have the same id, edges when they connect the same ports, loops when they have the same head.
//
// V1. What lives or travels must have its place in the new graph, of the same kind and in the same loops; else it is an
//     obstacle, by the name of the node.
// V2. What is over is kept as far as the new graph has a place for it: nothing can ask for the rest any more.
// V3. What has begun keeps the config that it began with; what begins later gets that of the new version.
import type { Graph, GraphEdge, GraphNode } from '../graph/graph.ts';
import type { VersionId } from '../ids.ts';
import { equalJson, setOwn, type Json, type JsonObject } from '../json.ts';
import { stateKey, stateName } from '../run/waits/pending.ts';
import { dumpState } from '../snapshots/dump-state.ts';
import type {
  Dumped,
  DumpedActivation,
  DumpedNode,
  DumpedTag,
  DumpedToken,
  Name,
} from '../snapshots/dumped-state.ts';
import type { Limits, RunState } from '../state/run-state.ts';
import { findPlaces, type Places } from './find-places.ts';

/** Why a state has no counterpart in another version. */
export interface MoveObstacle {
  readonly node: string;
  readonly reason: string;
}

export interface MovedState {
  /** Null when there are obstacles. */
  readonly state: Json;
  readonly obstacles: readonly MoveObstacle[];
}

export function moveState(
  state: RunState,
  from: Graph,
  to: { readonly graph: Graph; readonly version: VersionId },
): MovedState {
  // Dumps are written by `dumpState` alone, so their shape is known.
  const dump = dumpState(from, state) as unknown as Dumped;
  const obstacles = new Map<string, MoveObstacle>();
  const complain = (node: string, reason: string) => {
    if (!obstacles.has(node)) obstacles.set(node, { node, reason });
  };
  if (from.policy.schedule !== to.graph.policy.schedule) {
    complain('', `the schedule is now "${to.graph.policy.schedule}"`);
  }
  const mover: Mover = { from, to: to.graph, places: findPlaces(from, to.graph), complain };
  const moved = moveDump(mover, dump, to.version);
  if (obstacles.size > 0) return { state: null, obstacles: [...obstacles.values()] };
  // The same data with other numbers in it.
  return { state: moved as unknown as Json, obstacles: [] };
}

interface Mover {
  readonly from: Graph;
  readonly to: Graph;
  readonly places: Places;
  readonly complain: (node: string, reason: string) => void;
}

function moveDump(mover: Mover, dump: Dumped, version: VersionId): Dumped {
  const { from, to, places } = mover;
  const name = (given: Name): Name => [placeOf(mover, given[0]), given[1]];
  const token = (given: DumpedToken) => moveToken(mover, given);
  const { pass } = dump;
  return {
    ...dump,
    workflow: { ...dump.workflow, version },
    limits: refreshed(dump.limits, limitsOf(from), limitsOf(to)),
    nodes: inOrder(known(dump.nodes, places.node, (node, i) => moveNode(mover, node, i))),
    held: dump.held.map(token),
    unpooled: dump.unpooled.flatMap((node) => places.node(node) ?? []).toSorted((a, b) => a - b),
    kept: inOrder(
      known(dump.kept, places.edge, (values) =>
        values.map((value) => ({ ...value, tag: looseTag(mover, value.tag) })),
      ),
    ),
    covered: inOrder(
      known(dump.covered, places.node, (tags) => tags.map((tag) => looseTag(mover, tag))),
    ),
    contexts: moveContexts(mover, dump.contexts),
    ...moveCells(mover, dump),
    ready: dump.ready.map((names) => names.map(name)),
    // A name begins with a number, a token is an object.
    agenda: dump.agenda.map((item) =>
      typeof item[0] === 'number'
        ? name(item as Name)
        : (item as readonly DumpedToken[]).map(token),
    ),
    queue: dump.queue.map((item) => ('edge' in item ? token(item) : name(item))),
    pass: {
      number: pass.number,
      current: pass.current.map(name),
      next: pass.next.map(name),
      finishing: pass.finishing.map(name),
    },
    background: dump.background.map(({ activation, children }) => ({
      activation: moveActivation(mover, activation),
      children,
    })),
    rounds: inOrder(known(dump.rounds, places.loop, (round) => round)),
    mutexes: dump.mutexes.map(([key, names]) => [key, names.map(name)]),
    waits: dump.waits.map((wait) =>
      wait.node === undefined ? wait : { ...wait, node: placeOf(mover, wait.node) },
    ),
    timers: dump.timers.map((timer) =>
      timer.activation === null ? timer : { ...timer, activation: name(timer.activation) },
    ),
    terminals: known(dump.terminals, places.node, (value) => value),
  };
}

/** Entries by place, without those that have none any more (V2). */
function known<T, U>(
  entries: readonly (readonly [number, T])[],
  place: (index: number) => number | undefined,
  move: (value: T, index: number) => U,
): (readonly [number, U])[] {
  return entries.flatMap(([index, value]) => {
    const moved = move(value, index);
    const at = place(index);
    return at === undefined ? [] : [[at, moved] as const];
  });
}

function inOrder<T>(entries: readonly (readonly [number, T])[]): (readonly [number, T])[] {
  return entries.toSorted(([a], [b]) => a - b);
}

/** Of a node on which something lives (V1). */
function placeOf({ from, places, complain }: Mover, index: number): number {
  const place = places.node(index);
  const { id = '' } = from.nodes[index] ?? {};
  if (place === undefined) complain(id, 'the new version has no such node');
  return place ?? 0;
}

function moveNode(mover: Mover, node: DumpedNode, index: number): DumpedNode {
  const { alive, outputs, failed } = node;
  const moved = {
    ...node,
    alive: alive.map((activation) => moveActivation(mover, activation)),
    outputs: outputs.map(
      ([event, counter, activation, value, ports, tag, seq]) =>
        [event, counter, activation, value, ports, looseTag(mover, tag), seq] as const,
    ),
  };
  if (alive.length > 0) checkLiving(mover, index);
  return failed === undefined
    ? moved
    : { ...moved, failed: { ...failed, tag: looseTag(mover, failed.tag) } };
}

function checkLiving(mover: Mover, index: number): void {
  // Both are places of these graphs.
  const was = mover.from.nodes[index] as GraphNode;
  const is = mover.to.nodes[placeOf(mover, index)] as GraphNode; // `placeOf` gives one of its places.
  if (is.id !== was.id) return;
  if (is.type !== was.type) mover.complain(was.id, `it is now of type ${is.type}`);
  const heads = ({ loops }: GraphNode) => loops.map(({ head }) => head.id).join();
  if (heads(was) !== heads(is)) mover.complain(was.id, 'it is in other loops now');
}

function moveActivation(mover: Mover, activation: DumpedActivation): DumpedActivation {
  const { node, tag, extra, started, config } = activation;
  const began = mover.from.nodes[node]?.constantConfig;
  const missing = extra?.missing?.flatMap((source) => moveSource(mover, source));
  const moved: DumpedActivation = {
    ...activation,
    node: placeOf(mover, node),
    tag: livingTag(mover, tag, mover.from.nodes[node]),
  };
  const kept = started && config === undefined && began ? { ...moved, config: began } : moved;
  return extra === undefined || missing === undefined
    ? kept
    : { ...kept, extra: { ...extra, missing } };
}

function moveToken(mover: Mover, token: DumpedToken): DumpedToken {
  // The token was dumped with the place of its edge.
  const was = mover.from.edges[token.edge] as GraphEdge;
  const place = mover.places.edge(token.edge);
  if (place === undefined) {
    mover.complain(was.to.id, `what has come from "${was.from.id}" has no edge to it any more`);
  }
  return { ...token, edge: place ?? 0, tag: livingTag(mover, token.tag, was.to) };
}

/** Rounds that are going on must be rounds of the same loops, nested in the same way. */
function livingTag(mover: Mover, tag: DumpedTag, at: GraphNode | undefined): DumpedTag {
  for (const [loop] of tag) {
    const head = mover.from.loops[loop]?.head.id ?? '';
    const place = mover.places.loop(loop);
    if (place === undefined) mover.complain(at?.id ?? head, `the loop at "${head}" is gone`);
    else if (!isNestedAlike(mover, loop, place)) {
      mover.complain(at?.id ?? head, `the loop at "${head}" is nested in another way`);
    }
  }
  return looseTag(mover, tag);
}

function isNestedAlike({ from, to }: Mover, was: number, is: number): boolean {
  const heads = ({ loops }: Graph, index: number) =>
    (loops[index]?.inside ?? [])
      .map((outer) => loops[outer]?.head.id ?? '')
      .toSorted()
      .join();
  return heads(from, was) === heads(to, is);
}

/** Tags are in the order of their loops. */
function looseTag({ places }: Mover, tag: DumpedTag): DumpedTag {
  return inOrder(known(tag, places.loop, (round) => round));
}

function limitsOf({ policy }: Graph): Limits {
  const { maxSteps, timeoutMs, budget } = policy;
  return { maxSteps, timeoutMs, tokens: budget.tokens, usd: budget.usd };
}

/** What still is as the old version said is now as the new one says; what was changed since stays. */
function refreshed(values: Limits, was: Limits, is: Limits): Limits {
  const { maxSteps, timeoutMs, tokens, usd } = values;
  return {
    maxSteps: maxSteps === was.maxSteps ? is.maxSteps : maxSteps,
    timeoutMs: timeoutMs === was.timeoutMs ? is.timeoutMs : timeoutMs,
    tokens: tokens === was.tokens ? is.tokens : tokens,
    usd: usd === was.usd ? is.usd : usd,
  };
}

/** Names that are gone are forgotten; new ones, and those that nobody has written, are as the new version says. */
function moveCells({ to }: Mover, dump: Dumped): Pick<Dumped, 'state' | 'staged'> {
  if (to.state === null) return dump.state === undefined ? {} : { state: [], staged: [] };
  const { initial } = to.state;
  const known = new Map((dump.state ?? []).map((cell) => [cell.name, cell]));
  return {
    state: [...initial].map(([name, value]) => {
      const cell = known.get(name);
      return cell?.writer === undefined ? { name, value } : cell;
    }),
    staged: (dump.staged ?? []).filter(({ name }) => initial.has(name)),
  };
}

/** What a pending activation waits for: nodes and names in the state of the new version. */
function moveSource({ from, to, places }: Mover, source: number): readonly number[] {
  const name = stateName(from, source);
  const place = name === null ? places.node(source) : stateKey(to, name);
  return place === undefined ? [] : [place];
}

function moveContexts({ from, to }: Mover, contexts: Dumped['contexts']): Dumped['contexts'] {
  const was = from.workflow.contexts ?? {};
  const is = to.workflow.contexts ?? {};
  const there = new Set(contexts.map(({ id }) => id));
  const added = Object.entries(is)
    .filter(([id]) => !there.has(id))
    .map(([id, settings]) => ({ id, messages: [], settings }));
  const moved = contexts.map((context) => {
    const { id, settings } = context;
    return { ...context, settings: newSettings(settings, was[id] ?? {}, is[id] ?? {}) };
  });
  return [...moved, ...added];
}

function newSettings(settings: JsonObject, was: JsonObject, is: JsonObject): JsonObject {
  const changed: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(settings)) {
    const isAsWritten = Object.hasOwn(was, key) && equalJson(was[key] ?? null, value);
    if (!isAsWritten) setOwn(changed, key, value);
  }
  for (const [key, value] of Object.entries(is)) {
    if (!Object.hasOwn(changed, key)) setOwn(changed, key, value);
  }
  return changed;
}
