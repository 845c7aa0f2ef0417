import type { Tracer } from '@opentelemetry/api';
import type { Observer } from '@skein/ports';
import type { Instruments } from './instruments.ts';
import type { RunSpans } from './run-spans.ts';

/** What all parts of telemetry share. */
export interface Telemetry {
  readonly tracer: Tracer;
  readonly spans: RunSpans;
  readonly instruments: Instruments;
  readonly hasContent: boolean;
  /** Whether requests to model providers get their `traceparent` from somebody else; a second one would make both invalid. */
  readonly isSentByHost: () => boolean;
  /** A failure to observe is reported once, and changes nothing. */
  readonly safely: <T>(look: () => T) => T | undefined;
}

/** Telemetry that is on. */
export interface OpenTelemetry {
  readonly observer: Observer;
  /** Sends what is left, as far as the collector takes it in time. */
  close(): Promise<void>;
}

export interface TelemetryOptions {
  readonly version: string;
  readonly onProblem?: ((error: unknown) => void) | undefined;
}

/** The name of the instrumentation. */
export const scope = 'skein';

export function onceTold(
  onProblem: ((error: unknown) => void) | undefined,
): <T>(look: () => T) => T | undefined {
  let isTold = false;
  return (look) => {
    try {
      return look();
    } catch (error) {
      if (!isTold) onProblem?.(error);
      isTold = true;
      return undefined;
    }
  };
}
