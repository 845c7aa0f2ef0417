// The metrics: names of the conventions for generative AI where there are some, `skein.` for the rest.
import type { Counter, Histogram, Meter } from '@opentelemetry/api';
import type { EngineLoad } from '@skein/ports';

export interface Instruments {
  readonly tokens: Histogram;
  readonly operationSeconds: Histogram;
  readonly runs: Counter;
  readonly runSeconds: Histogram;
  readonly activations: Counter;
  readonly watchLoad: (load: () => EngineLoad) => void;
}

/** As the conventions advise. */
const tokenBuckets = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576];
const secondBuckets = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];

export function makeInstruments(meter: Meter): Instruments {
  const histogram = (name: string, unit: string, description: string, buckets: number[]) =>
    meter.createHistogram(name, {
      unit,
      description,
      advice: { explicitBucketBoundaries: buckets },
    });
  return {
    tokens: histogram(
      'gen_ai.client.token.usage',
      '{token}',
      'Tokens of model calls.',
      tokenBuckets,
    ),
    operationSeconds: histogram(
      'gen_ai.client.operation.duration',
      's',
      'How long calls of models and tools took.',
      secondBuckets,
    ),
    runs: meter.createCounter('skein.runs', {
      unit: '{run}',
      description: 'Runs by status: started, and how they ended.',
    }),
    runSeconds: histogram(
      'skein.run.duration',
      's',
      'From the start of a run to its end.',
      secondBuckets,
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
