// Spans for an exporter of our own
// A span is made when its subject has ended, with the time at which that began. So nothing is held open over days and restarts, and one
// process can end what another one began: both derive the same ids (Trace ids).
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Context,
  type Tracer,
} from '@opentelemetry/api';
import type { EndedSpan, RunSpans } from './run-spans.ts';
import type { RunTrace } from './run-trace.ts';
import { contextOf, timeOf, type GivenIds } from './trace-ids.ts';

export class DerivedSpans implements RunSpans {
  readonly #tracer: Tracer;
  readonly #ids: GivenIds;
  readonly #isSampled: (traceId: string) => boolean;

  constructor(tracer: Tracer, ids: GivenIds, isSampled: (traceId: string) => boolean) {
    this.#tracer = tracer;
    this.#ids = ids;
    this.#isSampled = isSampled;
  }

  begin(): void {}

  below(trace: RunTrace, spanId: string): Context | null {
    return this.#has(trace) ? contextOf(trace.base, trace.traceId, spanId) : null;
  }

  end(trace: RunTrace, ended: EndedSpan): void {
    if (!this.#has(trace)) return;
    const { traceId } = trace;
    const { name, spanId, parentId, from, to, events, error, attributes } = ended;
    const options = { kind: SpanKind.INTERNAL, startTime: timeOf(from), attributes };
    const parent = parentId === null ? ROOT_CONTEXT : contextOf(ROOT_CONTEXT, traceId, parentId);
    const span = this.#ids.with(traceId, spanId, () =>
      this.#tracer.startSpan(name, options, parent),
    );
    for (const event of events) span.addEvent(event.name, event.attributes, timeOf(event.at));
    if (error !== null)
      span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
    span.end(timeOf(to));
  }

  keep(): null {
    return null;
  }

  leave(): void {}

  /** The caller's decision counts first: a part of a trace is of no use. */
  #has({ traceId, asker }: RunTrace): boolean {
    return asker?.isSampled !== false && this.#isSampled(traceId);
  }
}
