// A program that traces itself: the providers that its SDK registers, with everything kept in memory.
import { context, metrics, trace, type Span } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
  type MetricData,
  type ScopeMetrics,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';
import { expect, onTestFinished } from 'vitest';

export interface HostProviders {
  /** Spans that have ended. */
  readonly spans: () => readonly ReadableSpan[];
  /** The only span of this name. */
  readonly span: (name: string) => ReadableSpan;
  readonly metrics: () => Promise<readonly MetricData[]>;
  readonly scopes: () => Promise<readonly ScopeMetrics['scope'][]>;
  /** As the host does around its own work. */
  readonly inSpan: <T>(name: string, work: (span: Span) => Promise<T>) => Promise<T>;
}

/** Registers them until the test ends. */
export function registerProviders(): HostProviders {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor({ exporter })];
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: measured });
  const meters = new MeterProvider({ readers: [reader] });
  metrics.setGlobalMeterProvider(meters);
  onTestFinished(async () => {
    for (const api of [trace, context, metrics]) api.disable();
    await meters.shutdown();
  });
  const scopeMetrics = async () => {
    await meters.forceFlush();
    return measured.getMetrics().at(-1)?.scopeMetrics ?? [];
  };
  const spans = () => exporter.getFinishedSpans();
  return {
    spans,
    span(name) {
      const found = spans().filter((span) => span.name === name);
      expect(spans().map((span) => span.name)).toContain(name);
      expect(found).toHaveLength(1);
      // One was found.
      return found[0] as ReadableSpan;
    },
    metrics: async () => (await scopeMetrics()).flatMap((scope) => scope.metrics),
    scopes: async () => (await scopeMetrics()).map(({ scope }) => scope),
    inSpan: (name, work) =>
      trace.getTracer('host').startActiveSpan(name, async (span) => {
        try {
          return await work(span);
        } finally {
          span.end();
        }
      }),
  };
}

export function idOf(span: ReadableSpan): string {
  return span.spanContext().spanId;
}

export function traceOf(span: ReadableSpan): string {
  return span.spanContext().traceId;
}
