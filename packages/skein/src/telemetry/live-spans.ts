// Spans in the traces of the host
// Its provider gives ids away and knows when spans begin, so these are open while their subjects are in this process. One that leaves before
// its end ends the spans that it has here; whoever continues the run opens others, in the same trace.
//
// V1. The first span of a run is below what its caller was doing. Those of later processes are below the same, or below the first.
// V2. A run that was never written has no span.
import {
  SpanKind,
  SpanStatusCode,
  trace as tracing,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { EndedSpan, RunSpans, SpanSubject } from './run-spans.ts';
import type { RunTrace } from './run-trace.ts';
import { spanIdOf, timeOf, traceparentOf } from './trace-ids.ts';

export class LiveSpans implements RunSpans {
  readonly #tracer: Tracer;
  readonly #open = new Map<string, Span>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  begin(trace: RunTrace, { spanId, parentId, name, attributes }: SpanSubject): Span {
    const known = this.#open.get(spanId);
    if (known !== undefined) return known;
    const parent = parentId === null ? undefined : this.#open.get(parentId);
    const above = parent === undefined ? callerOf(trace) : tracing.setSpan(trace.base, parent);
    const span = this.#tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes }, above);
    this.#open.set(spanId, span);
    trace.open.add(spanId);
    return span;
  }

  below(trace: RunTrace, spanId: string): Context {
    const span = this.#open.get(spanId) ?? this.#open.get(spanIdOf(trace.run));
    return span === undefined ? callerOf(trace) : tracing.setSpan(trace.base, span);
  }

  end(trace: RunTrace, { events, error, ...subject }: EndedSpan): void {
    const span = this.begin(trace, subject);
    span.setAttributes(subject.attributes);
    for (const event of events) span.addEvent(event.name, event.attributes, timeOf(event.at));
    if (error !== null)
      span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
    this.#close(trace, subject.spanId);
  }

  keep(trace: RunTrace): string | null {
    const span = this.#open.get(spanIdOf(trace.run));
    return span === undefined ? null : (traceparentOf(span.spanContext()) ?? null);
  }

  leave(trace: RunTrace): void {
    for (const spanId of [...trace.open].toReversed()) {
      if (trace.isWritten) this.#open.get(spanId)?.addEvent('skein.left');
      if (trace.isWritten) this.#close(trace, spanId);
      else this.#open.delete(spanId);
    }
  }

  #close(trace: RunTrace, spanId: string): void {
    this.#open.get(spanId)?.end();
    this.#open.delete(spanId);
    trace.open.delete(spanId);
  }
}

/** What the caller was doing, as far as it is known here. */
function callerOf({ base, asker }: RunTrace): Context {
  const here = tracing.getSpanContext(base);
  if (asker === null || here?.spanId === asker.spanId) return base;
  const { traceId, spanId, isSampled } = asker;
  return tracing.setSpanContext(base, {
    traceId,
    spanId,
    traceFlags: isSampled ? 1 : 0,
    isRemote: true,
  });
}
