// What is remembered of a run until its spans are made: when things began, and what happened to them.
import type { Attributes, Context } from '@opentelemetry/api';
import type { TraceParent } from '@skein/ports';

export interface TimedEvent {
  readonly name: string;
  readonly at: number;
  readonly attributes: Attributes;
}

export interface AgentCall {
  readonly node: string;
  readonly name: string;
  readonly parent: string;
  readonly startedAt: number;
}

export interface ActivationTrace {
  readonly startedAt: number;
  readonly events: TimedEvent[];
  /** Calls of subagents that have not ended, by the id of the call. */
  readonly agents: Map<string, AgentCall>;
  attempt: number;
}

export interface RunTrace {
  readonly run: string;
  readonly traceId: string;
  /** The span of who asked for the run; null when it is the first of its trace. */
  readonly asker: TraceParent | null;
  /** What else of the caller goes along with the run: baggage. */
  readonly base: Context;
  /** Spans that are open in this process. */
  readonly open: Set<string>;
  /** Whether any of its rows is in the journal. */
  isWritten: boolean;
  createdAt: number;
  readonly events: TimedEvent[];
  readonly activations: Map<string, ActivationTrace>;
  /** Who asks, by the id of the wait. */
  readonly waits: Map<string, Place>;
  /** The code of the failure that nothing handled. */
  failure: string | null;
}

export interface Place {
  readonly node: string;
  readonly activation: number;
}

const eventsMax = 128;

export function keyOf({ node, activation }: Place): string {
  return `${activation}:${node}`;
}

export function beginActivation(trace: RunTrace, place: Place, at: number): ActivationTrace {
  const key = keyOf(place);
  const known = trace.activations.get(key);
  if (known !== undefined) return known;
  const begun = { startedAt: at, events: [], agents: new Map(), attempt: 1 };
  trace.activations.set(key, begun);
  return begun;
}

/** What belongs to no activation belongs to the run. */
export function noteEvent(trace: RunTrace, place: Place | null, event: TimedEvent): void {
  const begun = place === null ? undefined : trace.activations.get(keyOf(place));
  const events = begun?.events ?? trace.events;
  if (events.length < eventsMax) events.push(event);
}

export function newestOf(agents: ReadonlyMap<string, AgentCall>, node: string): readonly string[] {
  const found = [...agents].filter(([, call]) => call.node === node).at(-1);
  return found === undefined ? [] : [found[0]];
}

export function openWait(
  trace: RunTrace,
  wait: Place & { readonly wait: string; readonly kind: string },
  at: number,
): void {
  const { node, activation, kind } = wait;
  trace.waits.set(wait.wait, { node, activation });
  const attributes = { 'skein.wait.id': wait.wait, 'skein.wait.kind': kind };
  noteEvent(trace, wait, { name: 'skein.wait.opened', at, attributes });
}

export function closeWait(
  trace: RunTrace,
  wait: string,
  { how, at }: { readonly how: string; readonly at: number },
): void {
  const place = trace.waits.get(wait) ?? null;
  trace.waits.delete(wait);
  const attributes = { 'skein.wait.id': wait, 'skein.wait.outcome': how };
  noteEvent(trace, place, { name: 'skein.wait.closed', at, attributes });
}
