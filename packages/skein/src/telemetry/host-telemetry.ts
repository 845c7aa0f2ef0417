// Spans and metrics through the providers of the host
// Of OpenTelemetry only the API is used: what is sampled, and sent where, is for the host to say.
import { channel } from 'node:diagnostics_channel';
import { metrics, trace } from '@opentelemetry/api';
import { schemaUrl } from './conventions.ts';
import { makeInstruments } from './instruments.ts';
import { LiveSpans } from './live-spans.ts';

import { RunObserver } from './run-observer.ts';
import { onceTold, scope, type OpenTelemetry, type TelemetryOptions } from './telemetry.ts';

export function hostTelemetry(
  { hasContent }: { readonly hasContent: boolean },
  { version, onProblem }: TelemetryOptions,
): OpenTelemetry {
  const tracer = trace.getTracerProvider().getTracer(scope, version, { schemaUrl });
  const observer = new RunObserver({
    tracer,
    spans: new LiveSpans(tracer),
    instruments: makeInstruments(metrics.getMeter(scope, version, { schemaUrl })),
    hasContent,
    isSentByHost: () => requests.hasSubscribers,
    safely: onceTold(onProblem),
  });
  // What is left is sent when the host shuts its providers down.
  return { observer, close: () => Promise.resolve() };
}

/** Instrumentations of `fetch` listen here, and add the header to each request themselves. */
const requests = channel('undici:request:create');
