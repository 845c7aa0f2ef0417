// Ids of traces and spans
// Derived from the ids of their subjects, never random: a process that resumes a run after a restart continues its trace, and a span can
// name its parent before that one is sent.
import { createHash } from 'node:crypto';
import {
  isSpanContextValid,
  trace,
  TraceFlags,
  type Context,
  type SpanContext,
} from '@opentelemetry/api';
import { toTraceparent } from '@skein/ports';

/** All runs of a tree are one trace. The id of a run is one of a trace, without its hyphens. */
export function traceIdOf(root: string): string {
  const digits = root.replaceAll('-', '').toLowerCase();
  const isId = /^[0-9a-f]{32}$/.test(digits) && !/^0+$/.test(digits);
  return isId ? digits : hash(root, 32);
}

export function spanIdOf(...parts: readonly (string | number)[]): string {
  return hash(JSON.stringify(parts), 16);
}

function hash(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}

/** The parent of child spans, which may not have been made yet. */
export function contextOf(base: Context, traceId: string, spanId: string): Context {
  const flags = { traceFlags: TraceFlags.SAMPLED, isRemote: false };
  return trace.setSpanContext(base, { traceId, spanId, ...flags });
}

/** The header that a request below this span carries; undefined where nobody traces. */
export function traceparentOf(spanContext: SpanContext): string | undefined {
  if (!isSpanContextValid(spanContext)) return undefined;
  const { traceId, spanId, traceFlags } = spanContext;
  const isSampled = (traceFlags & TraceFlags.SAMPLED) !== 0;
  return toTraceparent({ traceId, spanId, isSampled });
}

/** Lets a span have ids that are given; others get random ones. */
export class GivenIds {
  #given: { readonly traceId: string; readonly spanId: string } | null = null;

  /** The span that `make` begins has these ids. */
  with<T>(traceId: string, spanId: string, make: () => T): T {
    this.#given = { traceId, spanId };
    try {
      return make();
    } finally {
      this.#given = null;
    }
  }

  readonly generateTraceId = (): string => this.#given?.traceId ?? randomHex(16);

  readonly generateSpanId = (): string => this.#given?.spanId ?? randomHex(8);
}

function randomHex(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex');
}

/** A share of all traces, the same ones in every process. */
export function isSampled(traceId: string, ratio: number): boolean {
  return (
    ratio >= 1 || (ratio > 0 && Number.parseInt(traceId.slice(-8), 16) / 0x1_0000_0000 < ratio)
  );
}

/** Seconds and nanoseconds: a plain number before the start of the process would be taken for something else. */
export function timeOf(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1_000_000)];
}
