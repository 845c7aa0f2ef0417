// Sends spans and metrics to a collector; loaded only where one is configured.
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { schemaUrl } from './conventions.ts';
import { DerivedSpans } from './derived-spans.ts';
import { makeInstruments } from './instruments.ts';
import { RunObserver } from './run-observer.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';
import { onceTold, scope, type OpenTelemetry, type TelemetryOptions } from './telemetry.ts';
import { GivenIds, isSampled } from './trace-ids.ts';

export function openTelemetry(
  settings: TelemetrySettings,
  { version, onProblem }: TelemetryOptions,
): OpenTelemetry {
  const resource = resourceFromAttributes({
    ...settings.resource,
    'service.name': settings.serviceName,
  });
  const ids = new GivenIds();
  const tracers = tracerProvider(settings, resource, ids);
  const meters = meterProvider(settings, resource);
  const tracer = tracers.getTracer(scope, version, { schemaUrl });
  const observer = new RunObserver({
    tracer,
    spans: new DerivedSpans(
      tracer,
      ids,
      (traceId) => settings.tracesUrl !== null && isSampled(traceId, settings.sampleRatio),
    ),
    instruments: makeInstruments(meters.getMeter(scope, version, { schemaUrl })),
    hasContent: settings.hasContent,
    isSentByHost: () => false,
    safely: onceTold(onProblem),
  });
  return {
    observer,
    async close() {
      const ended = Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
      const late = new Promise((resolve) => {
        setTimeout(resolve, settings.closeMs).unref();
      });
      await Promise.race([ended, late]);
    },
  };
}

/** Sampling is ours: every process must pick the same runs, whichever starts them. */
function tracerProvider(
  settings: TelemetrySettings,
  resource: Resource,
  ids: GivenIds,
): TracerProvider {
  const { tracesUrl: url, headers, timeoutMs } = settings;
  return new TracerProvider({
    resource,
    idGenerator: ids,
    sampler: new AlwaysOnSampler(),
    spanProcessors:
      url === null
        ? []
        : [
            new BatchSpanProcessor({
              exporter: new OTLPTraceExporter({
                url,
                headers: { ...headers },
                timeoutMillis: timeoutMs,
              }),
              exportTimeoutMillis: timeoutMs,
            }),
          ],
  });
}

function meterProvider(settings: TelemetrySettings, resource: Resource): MeterProvider {
  const { metricsUrl: url, headers, timeoutMs, metricsIntervalMs } = settings;
  return new MeterProvider({
    resource,
    readers:
      url === null
        ? []
        : [
            new PeriodicExportingMetricReader({
              exporter: new OTLPMetricExporter({
                url,
                headers: { ...headers },
                timeoutMillis: timeoutMs,
              }),
              exportIntervalMillis: metricsIntervalMs,
              exportTimeoutMillis: Math.min(timeoutMs, metricsIntervalMs),
            }),
          ],
  });
}
