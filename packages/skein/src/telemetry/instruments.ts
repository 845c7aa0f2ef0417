// The metrics: names of the conventions for generative AI where there are some, `skein.` for the rest.
import type { Counter, Histogram, Meter } from '@opentelemetry/api';
import type { EngineLoad } from '@skein/ports';
import { buckets } from './conventions.ts';

export interface Instruments {
  readonly tokens: Histogram;
  readonly operationSeconds: Histogram;
  readonly firstChunkSeconds: Histogram;
  readonly mcpSeconds: Histogram;
  readonly runs: Counter;
  readonly runSeconds: Histogram;
  readonly activations: Counter;
  readonly watchLoad: (load: () => EngineLoad) => void;
}

export function makeInstruments(meter: Meter): Instruments {
  const histogram = (name: string, unit: string, description: string, bounds: readonly number[]) =>
    meter.createHistogram(name, {
      unit,
      description,
      advice: { explicitBucketBoundaries: [...bounds] },
    });
  return {
    tokens: histogram(
      'gen_ai.client.token.usage',
      '{token}',
      'Tokens of model calls.',
      buckets.tokens,
    ),
    operationSeconds: histogram(
      'gen_ai.client.operation.duration',
      's',
      'How long calls of models and tools took.',
      buckets.seconds,
    ),
    firstChunkSeconds: histogram(
      'gen_ai.client.operation.time_to_first_chunk',
      's',
      'How long it took until the first piece of an answer came.',
      buckets.seconds,
    ),
    mcpSeconds: histogram(
      'mcp.client.operation.duration',
      's',
      'How long calls of MCP servers took.',
      buckets.mcpSeconds,
    ),
    runs: meter.createCounter('skein.runs', {
      unit: '{run}',
      description: 'Runs by status: started, and how they ended.',
    }),
    runSeconds: histogram(
      'skein.run.duration',
      's',
      'From the start of a run to its end.',
      buckets.seconds,
    ),
    activations: meter.createCounter('skein.activations', {
      unit: '{activation}',
      description: 'Activations that ended, by node type and outcome.',
    }),
    watchLoad: (load) => watchLoad(meter, load),
  };
}

function watchLoad(meter: Meter, load: () => EngineLoad): void {
  const gauges: readonly (readonly [string, string, keyof EngineLoad])[] = [
    ['skein.engine.runs', 'Runs in memory.', 'runs'],
    ['skein.engine.executing', 'Functions in flight.', 'executing'],
    ['skein.engine.queued', 'Functions that are queued.', 'queued'],
  ];
  for (const [name, description, key] of gauges) {
    meter
      .createObservableGauge(name, { description })
      .addCallback((result) => result.observe(load()[key]));
  }
}
