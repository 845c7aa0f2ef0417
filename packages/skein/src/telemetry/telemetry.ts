import type { Tracer } from '@opentelemetry/api';
import type { Instruments } from './instruments.ts';
import type { GivenIds } from './trace-ids.ts';

/** What all parts of telemetry share. */
export interface Telemetry {
  readonly tracer: Tracer;
  readonly ids: GivenIds;
  readonly instruments: Instruments;
  readonly hasContent: boolean;
  /** Whether the run of this trace gets spans. */
  readonly isSampled: (traceId: string) => boolean;
  /** A failure to observe is reported once, and changes nothing. */
  readonly safely: <T>(look: () => T) => T | undefined;
}
