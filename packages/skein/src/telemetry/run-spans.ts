import type { Attributes, Context } from '@opentelemetry/api';
import type { RunTrace, TimedEvent } from './run-trace.ts';

/** What a span is about: a run, an activation, or a call of an agent inside of one. */
export interface SpanSubject {
  /** Derived from the ids of what it is about, so that every process knows it. */
  readonly spanId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly attributes: Attributes;
}

export interface EndedSpan extends SpanSubject {
  readonly from: number;
  readonly to: number;
  readonly events: readonly TimedEvent[];
  readonly error: string | null;
}

/** Makes the spans of runs. */
export interface RunSpans {
  /** It has begun, in this process or in another one that this one follows. */
  begin(trace: RunTrace, subject: SpanSubject): void;
  /** Under which other spans are made, and code is called; null when it is not recorded. */
  below(trace: RunTrace, spanId: string): Context | null;
  end(trace: RunTrace, ended: EndedSpan): void;
  /** The `traceparent` to keep with a run that no caller traces; null when a later process finds it by itself. */
  keep(trace: RunTrace): string | null;
  /** This process has no more to do with the run. */
  leave(trace: RunTrace): void;
}
