// State from plain data
// The inverse of `dumpState`. Caches are rebuilt: who lives where, which joins wait for what. The loaded state decides
// as the dumped one would have.
import type { Cause } from '../derived.ts';
import type { Message } from '../events.ts';
import type { RunError } from '../failure.ts';
import type { Graph, GraphEdge, GraphNode } from '../graph/graph.ts';
import { holdToken, leavePool, markAgreeing } from '../joins/hold-token.ts';
import { nextSettled } from '../joins/settle-joins.ts';
import type { Json, JsonObject } from '../json.ts';
import { createCell, createCells, putCell, type Cell } from '../state/cells.ts';
import { addToQueue } from '../state/gate-queue.ts';
import type { Activation, Children, SharedSlot, Token } from '../state/living.ts';
import { addAlive, addOutput, extraOf, findActivation, nodeStateOf } from '../state/node-state.ts';
import { createRun, type AgendaItem, type Context, type RunState } from '../state/run-state.ts';
import { acquireTag, looseTagOf, withRound, type Tag } from '../tags/tag.ts';
import type {
  Dumped,
  DumpedActivation,
  DumpedCause,
  DumpedCell,
  DumpedChildren,
  DumpedExtra,
  DumpedNode,
  DumpedSlot,
  DumpedTag,
  DumpedToken,
  Name,
} from './dumped-state.ts';
import { unpackRemembered } from '../values/remembered.ts';

/** Returns the value for its handle; the inverse of `PackValue`. */
export type UnpackValue = (value: Json) => Json;

// Dumps are written by `dumpState` alone, so their shape is known; the casts below say it once per record.

/** The messages of a context, or how many of them stay in the journal; the inverse of `PackMessages`. */
export type UnpackMessages = (packed: Json, context: string) => Pick<Context, 'unread' | 'atHand'>;

export function loadState(
  graph: Graph,
  dump: Json,
  unpackPlain: UnpackValue = (value) => value,
  unpackMessages: UnpackMessages = (packed) => allAtHand(packed, unpackPlain),
): RunState {
  const unpack: UnpackValue = graph.remembers
    ? (packed) => unpackRemembered(packed, unpackPlain)
    : unpackPlain;
  const data = dump as unknown as Dumped;
  const state = createRun();
  loadRun(state, data, unpack);
  for (const { id, messages, settings } of data.contexts) {
    state.contexts.set(id, { id, settings, ...unpackMessages(messages, id) });
  }
  loadCells(graph, state, data, unpack);
  const load = createLoader(graph, state, unpack);
  for (const [index, node] of data.nodes) load.node(graph.nodes[index] as GraphNode, node);
  if (data.slot !== undefined) state.slot = loadSlot(data.slot);
  if (data.quiet !== undefined) state.quiet = { lastAt: null, ...data.quiet };
  state.queued = countQueued(state);
  for (const [key, names] of data.mutexes) state.mutexes.set(key, names.map(load.named));
  for (const wait of data.waits) {
    const { node = null, deadlineAt = null, key = null } = wait;
    state.waits.set(wait.id, {
      ...wait,
      node: node === null ? null : (graph.nodes[node] as GraphNode),
      deadlineAt,
      key,
    });
  }
  for (const { activation, ...timer } of data.timers) {
    const owner = activation === null ? null : load.named(activation);
    state.timers.set(timer.id, { ...timer, activation: owner });
  }
  for (const items of data.ready) state.ready.push({ items: items.map(load.named), next: 0 });
  for (const item of data.agenda) state.agenda.push(load.agendaItem(item));
  for (const item of data.queue) {
    if ('edge' in item) addToQueue(state, load.token(item));
    else state.gate.queue.push(load.named(item));
  }
  const { pass } = data;
  state.pass.number = pass.number;
  state.pass.current = pass.current.map(load.named);
  state.pass.next = pass.next.map(load.named);
  state.pass.finishing = pass.finishing.map(load.named);
  for (const { activation, children } of data.background) {
    const owner = load.activation(activation, 'over');
    const key = `${owner.node.index}:${owner.n}`;
    state.background.set(key, { activation: owner, children: load.children(children) });
  }
  loadJoins(graph, state, data, load);
  return state;
}

/** A snapshot from before the definition's state was known has none: nothing has been written to it. */
function loadCells(graph: Graph, state: RunState, data: Dumped, unpack: UnpackValue): void {
  const { state: seen, staged = [] } = data;
  if (seen === undefined) {
    state.cells = createCells(graph.state?.initial);
    return;
  }
  const { cells } = state;
  const put = (into: Map<string, Cell>, { name, value, writer }: DumpedCell) => {
    const by =
      writer === undefined ? null : { node: writer[0], activation: writer[1], seq: writer[2] };
    putCell(cells, into, name, createCell(value === undefined ? value : unpack(value), by));
  };
  for (const cell of seen) put(cells.seen, cell);
  for (const cell of staged) put(cells.staged, cell);
}

/** Messages that were packed one by one. */
export function allAtHand(packed: Json, unpack: UnpackValue): Pick<Context, 'unread' | 'atHand'> {
  const messages = packed as readonly Json[];
  return { unread: 0, atHand: messages.map((message) => unpack(message) as Message) };
}

function loadJoins(graph: Graph, state: RunState, data: Dumped, load: Loader): void {
  for (const [edge, values] of data.kept) {
    const items = values.map(({ tag, value, context, order }) => ({
      tag: load.looseTag(tag),
      value: load.value(value),
      context,
      order,
    }));
    state.joins.kept.set(edge, { items, byTag: null });
  }
  for (const [node, tags] of data.covered) {
    state.joins.covered.set(node, { tags: tags.map(load.tag), byTag: null });
  }
  for (const dumped of data.held) {
    const token = load.token(dumped);
    holdToken(state, token);
    const join = state.joins.held.get(token.edge.to.index);
    if (join !== undefined) markAgreeing(state, join, token.tag);
  }
  for (const node of data.unpooled) {
    const join = state.joins.held.get(node);
    if (join !== undefined) leavePool(state, join);
  }
  if (state.gate.closed || state.agenda.length > 0 || state.paused !== null) return;
  if (nextSettled(graph, state) !== null) {
    throw new Error('The loaded state is not settled: a join could run that had not.');
  }
}

function loadRun(state: RunState, data: Dumped, unpack: UnpackValue): void {
  state.status = data.status;
  state.seq = data.seq;
  state.updatedAt = data.updatedAt;
  const { run, rules, workflow, parent, ceilings, input, inputId, createdAt, offline } = data;
  state.origin = {
    run,
    rules,
    workflow,
    parent,
    ceilings: ceilings ?? null,
    input: input === undefined ? undefined : unpack(input),
    inputId: inputId === null ? null : { event: inputId[0], counter: inputId[1] },
    createdAt,
    offline,
  };
  state.output = data.output === undefined ? undefined : unpack(data.output);
  state.gate.closed = data.gateClosed;
  state.steps = data.steps;
  state.order = data.order;
  const { stepsBase: steps, passesBase: passes, usageBase } = data;
  state.countsFrom = { steps, passes, usage: { ...usageBase } };
  state.paused = data.paused;
  state.unanswered = data.unanswered;
  state.clock.activeMs = data.activeMs;
  state.clock.activeSince = data.activeSince;
  state.clock.timer = data.runTimer;
  state.repeats.novel = data.novel;
  state.limits = { ...data.limits };
  state.usage = { ...data.usage };
  state.stopReason = data.stopReason;
  state.response = data.response ?? null;
  state.error = data.error === null ? null : fullError(data.error);
  for (const failure of data.failures) state.failures.push(fullError(failure));
  state.warnings.push(...(data.warnings ?? []));
  for (const [loop, round] of data.rounds) state.rounds.set(loop, round);
  for (const [node, value] of data.terminals) state.terminals.set(node, unpack(value));
  for (const [key, count, seen] of data.repeats)
    state.repeats.seen.set(key, { count, novel: seen });
}

function fullError(error: RunError): RunError {
  return { ...error, node: error.node ?? null, activation: error.activation ?? null };
}

type Loader = ReturnType<typeof createLoader>;

function createLoader(graph: Graph, state: RunState, unpack: UnpackValue) {
  const value = (given: Json | undefined): Json | undefined =>
    given === undefined ? undefined : unpack(given);
  const tag = (rounds: DumpedTag): Tag =>
    rounds.reduce((built, [loop, round]) => withRound(built, loop, round), state.tags.root);
  const looseTag = (rounds: DumpedTag): Tag => looseTagOf(state.tags.root, rounds);
  const cause = ([edge, node, activation]: DumpedCause): Cause => ({ edge, node, activation });
  const token = (given: DumpedToken): Token => {
    const loaded: Token = {
      edge: graph.edges[given.edge] as GraphEdge,
      value: value(given.value),
      context: given.context,
      tag: tag(given.tag),
      cause: cause(given.cause),
      order: given.order,
      watchers: null,
    };
    acquireTag(state.tags, loaded.tag);
    return loaded;
  };
  const children = (given: DumpedChildren): Children => ({
    ...given,
    collect: given.collect === true,
    items: value(given.items) as readonly Json[],
    running: new Set(given.running),
    waiting: new Map(given.waiting),
    results: new Map(given.results.map(([index, result]) => [index, unpack(result)])),
  });
  const activation = (given: DumpedActivation, status = given.status): Activation => {
    const node = graph.nodes[given.node] as GraphNode;
    const config = given.config === undefined ? node.constantConfig : unpack(given.config);
    const loaded: Activation = {
      owner: nodeStateOf(state, node),
      node,
      n: given.n,
      born: given.born,
      status,
      tag: tag(given.tag),
      inputs: value(given.inputs) as JsonObject,
      previous: value(given.previous),
      context: given.context,
      causes: given.causes.map(cause),
      attempt: given.attempt,
      config: given.started ? (config as JsonObject) : null,
      startedAt: given.startedAt,
      position: 0,
      watchers: null,
      extra: null,
    };
    if (given.extra !== undefined) loadExtra(loaded, given.extra, { value, children });
    return loaded;
  };
  const node = (owner: GraphNode, given: DumpedNode): void =>
    loadNode(state, owner, given, { activation, looseTag, value, cause });
  const named = ([index, n]: Name): Activation =>
    findActivation(state.nodes.get(index), n) as Activation;
  const agendaItem = (item: readonly DumpedToken[] | Name): AgendaItem =>
    typeof item[0] === 'number' ? named(item as Name) : (item as readonly DumpedToken[]).map(token);
  return { value, tag, looseTag, token, activation, node, named, agendaItem, children };
}

function loadExtra(
  activation: Activation,
  given: DumpedExtra,
  load: {
    readonly value: (value: Json | undefined) => Json | undefined;
    readonly children: (children: DumpedChildren) => Children;
  },
): void {
  const extra = extraOf(activation);
  const { recorded, children, missing, missingTexts = [], failure, result } = given;
  extra.wait = given.wait ?? null;
  extra.resume = given.resume ?? false;
  extra.timer = given.timer ?? null;
  extra.timeLeftMs = given.timeLeftMs ?? null;
  extra.mutex = given.mutex ?? null;
  extra.handOff = given.handOff ?? false;
  if (given.slot !== undefined) extra.slot = loadSlot(given.slot);
  extra.failingSince = given.failingSince ?? null;
  extra.retries = given.retries ?? null;
  if (given.asked !== undefined)
    extra.asked = new Map(given.asked.map(({ key, ...asked }) => [key, asked]));
  extra.begun = given.begun ?? 0;
  if (recorded !== undefined) {
    extra.recorded = new Map(recorded.map(({ key, value }) => [key, load.value(value)]));
  }
  if (children !== undefined) extra.children = load.children(children);
  if (missing !== undefined) extra.missing = { sources: missing, texts: missingTexts };
  if (failure !== undefined) extra.outcome = { kind: 'failed', failure };
  else if (result !== undefined) {
    const ports = Object.fromEntries(
      result.ports.map(({ port, value }) => [port, load.value(value)]),
    );
    extra.outcome = { kind: 'completed', ports, value: load.value(result.value) };
  }
}

function loadSlot({ isGranted, wants, priority }: DumpedSlot): SharedSlot {
  return { request: { wants, priority }, isGranted };
}

function countQueued({ nodes, slot, quiet }: RunState): number {
  let queued = slot?.isGranted === false || quiet !== null ? 1 : 0;
  for (const { alive } of nodes.values()) {
    for (const { extra } of alive) if (extra?.slot?.isGranted === false) queued++;
  }
  return queued;
}

function loadNode(
  state: RunState,
  owner: GraphNode,
  given: DumpedNode,
  load: Pick<Loader, 'activation' | 'looseTag' | 'value'> & {
    readonly cause: (cause: DumpedCause) => Cause;
  },
): void {
  const node = nodeStateOf(state, owner);
  node.count = given.count;
  node.ended = given.ended ?? null;
  node.skipReason = given.skipReason ?? null;
  node.startedAt = given.startedAt ?? null;
  node.finishedAt = given.finishedAt ?? null;
  for (const [event, counter, activation, value, ports, tag, seq] of given.outputs) {
    const loaded = load.value(value) as Json;
    const record = {
      event,
      counter,
      activation,
      value: loaded,
      ports,
      tag: load.looseTag(tag),
      seq,
    };
    addOutput(node, record, Infinity);
  }
  if (given.failed !== undefined) {
    const { inputs, previous, causes, tag, ...failed } = given.failed;
    node.failed = {
      ...failed,
      inputs: load.value(inputs) as JsonObject,
      previous: load.value(previous),
      causes: causes.map(load.cause),
      tag: load.looseTag(tag),
    };
  }
  for (const dumped of given.alive) {
    const activation = load.activation(dumped);
    acquireTag(state.tags, activation.tag);
    addAlive(state, node, activation);
    if (activation.status === 'running' && owner.kind.mode === 'execute') state.executing++;
    for (const source of activation.extra?.missing?.sources ?? []) {
      const waiting = state.pendingOn.get(source);
      if (waiting === undefined) state.pendingOn.set(source, new Set([activation]));
      else waiting.add(activation);
    }
  }
}
