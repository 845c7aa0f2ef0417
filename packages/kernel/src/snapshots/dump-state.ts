// State as plain data
// What a snapshot holds: everything that decides, nothing that is only a cache. Two states that decide the same dump the
// same, byte for byte, whether they were kept, replayed or loaded: values kept on edges and tags remembered by joins are
// reduced to what can still be asked for.
import type { Graph } from '../graph/graph.ts';
import { prunedTags } from '../joins/covered.ts';
import { prunedValues } from '../joins/kept-values.ts';
import type { WaitId } from '../ids.ts';
import { setOwn, type Json, type JsonObject } from '../json.ts';
import { readCell, type Cell } from '../state/cells.ts';
import { messagesOf } from '../state/contexts.ts';
import type {
  Activation,
  ActivationExtra,
  Asked,
  Children,
  NodeState,
  SharedSlot,
  Token,
} from '../state/living.ts';
import { isTokens, type Context, type RunResponse, type RunState } from '../state/run-state.ts';
import { warningsOf } from '../state/warnings.ts';
import { roundsOf, type Tag } from '../tags/tag.ts';
import { packRemembered } from '../values/remembered.ts';

/** Replaces a value by a handle when the journal has it already; by default values are written as they are. */
export type PackValue = (value: Json) => Json;

/** Says where the messages of a context are; by default all of them are written as they are. */
export type PackMessages = (context: Context) => Json;

export function dumpState(
  { remembers }: Graph,
  state: RunState,
  packPlain: PackValue = (value) => value,
  packMessages: PackMessages = (context) => messagesOf(context).map((each) => packPlain(each)),
): JsonObject {
  const pack: PackValue = remembers ? (value) => packRemembered(value, packPlain) : packPlain;
  const dump = createDumper(state, pack);
  return clean({
    ...dumpRun(state),
    input: dump.value(state.origin.input),
    output: dump.value(state.output),
    terminals: [...state.terminals].map(([node, value]) => [node, pack(value)]),
    nodes: byKey(state.nodes, (node) => dump.node(node)),
    held: [...state.joins.held.values()]
      .flatMap((join) => [...join.groups.values()])
      .flatMap((group) => [...group.bySlot.values()].flat())
      .toSorted((a, b) => a.order - b.order)
      .map(dump.token),
    // A pool that is full runs where its last token arrives, other groups run after everything that travels.
    unpooled: [...state.joins.held.values()]
      .filter(({ pool }) => pool === null)
      .map(({ node }) => node.index)
      .toSorted((a, b) => a - b),
    kept: byKey(state.joins.kept, (kept) =>
      prunedValues(state, kept).map(({ tag, value, context, order }) =>
        clean({ tag: dump.tag(tag), value: dump.value(value), context, order }),
      ),
    ),
    covered: byKey(state.joins.covered, ({ tags }) =>
      prunedTags(state, tags)
        .map(dump.tag)
        .toSorted((a, b) => compareText(JSON.stringify(a), JSON.stringify(b))),
    ),
    contexts: [...state.contexts.values()].map((context) => ({
      id: context.id,
      messages: packMessages(context),
      settings: context.settings,
    })),
    state: dumpCells(state.cells.seen, pack),
    staged: dumpCells(state.cells.staged, pack),
    ready: state.ready
      .map(({ items, next }) =>
        items
          .slice(next)
          .filter(({ status }) => status === 'ready')
          .map(nameOf),
      )
      .filter((items) => items.length > 0),
    agenda: state.agenda
      .filter((item) => isTokens(item) || item.status === 'ready')
      .map((item) => (isTokens(item) ? item.map(dump.token) : nameOf(item))),
    queue: state.gate.queue
      .filter((item) => 'edge' in item || item.status === 'ready')
      .map((item) => ('edge' in item ? dump.token(item) : nameOf(item))),
    pass: {
      number: state.pass.number,
      current: state.pass.current
        .slice(state.pass.begun)
        .filter(({ status }) => status === 'ready')
        .map(nameOf),
      next: state.pass.next.map(nameOf),
      finishing: state.pass.finishing.filter(({ status }) => status === 'finishing').map(nameOf),
    },
    background: [...state.background.values()].map(({ activation, children }) => ({
      activation: dump.activation(activation),
      children: dump.children(children),
    })),
  });
}

/** Absent in runs whose definition declares none. */
function dumpCells(cells: ReadonlyMap<string, Cell>, pack: PackValue): Json | undefined {
  if (cells.size === 0) return undefined;
  return [...cells].map(([name, cell]) => {
    const value = readCell(cell);
    const { writer } = cell;
    return clean({
      name,
      value: value === undefined ? undefined : pack(value),
      writer: writer === null ? undefined : [writer.node, writer.activation, writer.seq],
    });
  });
}

type Dumper = ReturnType<typeof createDumper>;

function createDumper(state: RunState, pack: PackValue) {
  const value = (given: Json | undefined): Json | undefined =>
    given === undefined ? undefined : pack(given);
  const tag = (given: Tag): Json => roundsOf(given).map(({ loop, round }) => [loop, round]);
  const token = (given: Token): JsonObject =>
    clean({
      edge: given.edge.index,
      tag: tag(given.tag),
      value: value(given.value),
      context: given.context,
      cause: [given.cause.edge, given.cause.node, given.cause.activation],
      order: given.order,
    });
  const children = (given: Children): JsonObject => dumpChildren(given, value);
  const waitKey = (wait: WaitId | null): string | null =>
    wait === null ? null : (state.waits.get(wait)?.key ?? null);
  const activation = (given: Activation): JsonObject =>
    clean({
      node: given.node.index,
      n: given.n,
      born: given.born,
      status: given.status,
      tag: tag(given.tag),
      inputs: value(given.inputs),
      previous: value(given.previous),
      context: given.context,
      causes: given.causes.map(({ edge, node, activation: n }) => [edge, node, n]),
      attempt: given.attempt,
      config:
        given.config === given.node.constantConfig ? undefined : value(given.config ?? undefined),
      started: given.config !== null,
      startedAt: given.startedAt,
      extra:
        given.extra === null ? undefined : dumpExtra(given.extra, { value, children, waitKey }),
    });
  const node = (given: NodeState): JsonObject =>
    clean({
      count: given.count,
      alive: given.alive.toSorted((a, b) => a.n - b.n).map(activation),
      outputs: given.outputs.map((output) => [
        output.event,
        output.counter,
        output.activation,
        pack(output.value),
        output.ports,
        tag(output.tag),
        output.seq,
      ]),
      failed: given.failed === null ? undefined : dumpFailed(given.failed, { value, tag }),
      ...withoutNulls({
        ended: given.ended,
        skipReason: given.skipReason,
        startedAt: given.startedAt,
        finishedAt: given.finishedAt,
      }),
    });
  return { value, tag, token, activation, node, children, waitKey };
}

function dumpFailed(
  {
    activation,
    failure,
    attempt,
    inputs,
    previous,
    context,
    causes,
    tag,
  }: NonNullable<NodeState['failed']>,
  dump: Pick<Dumper, 'value' | 'tag'>,
): JsonObject {
  return clean({
    activation,
    failure: withoutNulls(failure),
    attempt,
    inputs: dump.value(inputs),
    previous: dump.value(previous),
    context,
    causes: causes.map(({ edge, node, activation: n }) => [edge, node, n]),
    tag: dump.tag(tag),
  });
}

function dumpExtra(
  extra: ActivationExtra,
  dump: Pick<Dumper, 'value' | 'children' | 'waitKey'>,
): JsonObject | undefined {
  const { recorded, wait, resume, timer, timeLeftMs, mutex, slot, children, handOff } = extra;
  const { missing, outcome, failingSince, retries } = extra;
  const dumped = clean({
    ...withoutNulls({
      wait,
      waitKey: dump.waitKey(wait),
      resume,
      timer,
      mutex,
      slot: slot === null ? null : dumpSlot(slot),
      missing: missing?.sources,
      missingTexts: missing?.texts,
      handOff,
      failure: outcome?.kind === 'failed' ? outcome.failure : null,
      timeLeftMs,
      failingSince,
      retries,
    }),
    asked:
      extra.asked === null || extra.asked.size === 0
        ? undefined
        : [...extra.asked].map(([key, asked]) => ({ key, ...dumpAsked(asked) })),
    begun: extra.begun === 0 ? undefined : extra.begun,
    recorded:
      recorded === null
        ? undefined
        : [...recorded].map(([key, value]) => clean({ key, value: dump.value(value) })),
    children: children === null ? undefined : dump.children(children),
    result:
      outcome?.kind !== 'completed'
        ? undefined
        : clean({
            value: dump.value(outcome.value),
            ports: Object.entries(outcome.ports).map(([port, value]) =>
              clean({ port, value: dump.value(value) }),
            ),
          }),
  });
  return Object.keys(dumped).length === 0 ? undefined : dumped;
}

function dumpAsked(asked: Asked): JsonObject {
  if (asked.kind !== 'child') return asked;
  const { waits, ...child } = asked;
  return waits === undefined ? child : { ...child, waits: waits.map(withoutNulls) };
}

function dumpSlot({ request, isGranted }: SharedSlot): JsonObject {
  const { wants, priority } = request;
  return { wants: wants.map(withoutNulls), priority, isGranted };
}

function dumpChildren(children: Children, value: Dumper['value']): JsonObject {
  const { items, map, concurrency, rest, next, failed, collect, atLeast } = children;
  return clean({
    items: value(items),
    map,
    concurrency,
    rest,
    next,
    failed,
    collect: collect || undefined,
    atLeast,
    running: [...children.running].toSorted((a, b) => a - b),
    waiting: [...children.waiting]
      .toSorted(([a], [b]) => a - b)
      .map(([index, waits]) => [index, waits.map(withoutNulls)]),
    results: [...children.results]
      .toSorted(([a], [b]) => a - b)
      .map(([index, result]) => [index, value(result) ?? null]),
  });
}

function dumpRun(state: RunState): { [key: string]: Json | undefined } {
  return {
    status: state.status,
    run: state.origin.run,
    rules: state.origin.rules,
    workflow: state.origin.workflow,
    parent: state.origin.parent,
    ceilings: state.origin.ceilings ?? undefined,
    inputId:
      state.origin.inputId === null
        ? null
        : [state.origin.inputId.event, state.origin.inputId.counter],
    offline: state.origin.offline,
    seq: state.seq,
    createdAt: state.origin.createdAt,
    updatedAt: state.updatedAt,
    rounds: byKey(state.rounds, (round) => round),
    slot: state.slot === null ? undefined : dumpSlot(state.slot),
    quiet: state.quiet === null ? undefined : withoutNulls(state.quiet),
    mutexes: [...state.mutexes].map(([key, holders]) => [key, holders.map(nameOf)]),
    waits: [...state.waits.values()].map(
      ({ id, node, activation, question, createdAt, deadlineAt, key }) =>
        withoutNulls({
          id,
          node: node?.index ?? null,
          activation,
          question,
          createdAt,
          deadlineAt,
          key,
        }),
    ),
    timers: [...state.timers.values()].map(({ id, purpose, at, activation }) => ({
      id,
      purpose,
      at,
      activation: activation === null ? null : nameOf(activation),
    })),
    gateClosed: state.gate.closed,
    steps: state.steps,
    order: state.order,
    stepsBase: state.countsFrom.steps,
    passesBase: state.countsFrom.passes,
    usageBase: state.countsFrom.usage,
    limits: { ...state.limits },
    paused: state.paused,
    unanswered: state.unanswered,
    activeMs: state.clock.activeMs,
    activeSince: state.clock.activeSince,
    runTimer: state.clock.timer,
    repeats: [...state.repeats.seen].map(([key, { count, novel }]) => [key, count, novel]),
    novel: state.repeats.novel,
    usage: { ...state.usage },
    error: state.error === null ? null : withoutNulls(state.error),
    failures: state.failures.map(withoutNulls),
    ...warningsOf(state),
    stopReason: state.stopReason,
    ...responseOf(state),
  };
}

/** Snapshots of runs that have not answered are those of earlier versions. */
function responseOf({ response }: RunState): { readonly response?: RunResponse } {
  return response === null ? {} : { response };
}

/** Names an activation that is dumped in full under its node. */
function nameOf({ node, n }: Activation): Json {
  return [node.index, n];
}

function byKey<T>(map: Iterable<readonly [number, T]>, dump: (value: T) => Json): Json {
  return [...map].toSorted(([a], [b]) => a - b).map(([key, value]) => [key, dump(value)]);
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** Without what is undefined; null is a value. */
function clean(object: { readonly [key: string]: Json | undefined }): JsonObject {
  const cleaned: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(object)) {
    if (value !== undefined) setOwn(cleaned, key, value);
  }
  return cleaned;
}

/** Without nulls: for records in which null only means that there is nothing. */
function withoutNulls(object: object): { [key: string]: Json } {
  const cleaned: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(object)) {
    // The records of the state hold plain data; TypeScript only misses their index signature.
    if (value !== undefined && value !== null && value !== false)
      setOwn(cleaned, key, value as Json);
  }
  return cleaned;
}
