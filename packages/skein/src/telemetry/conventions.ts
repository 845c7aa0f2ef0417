// The semantic conventions that spans and metrics follow: the last release of OpenTelemetry's that contains those for generative AI
// and MCP. Later ones only refer to a repository that has released none so far.
// https://github.com/open-telemetry/semantic-conventions/tree/v1.41.0/docs/gen-ai

/** Said with every span and metric, so that receivers can translate names that change later. */
export const schemaUrl = 'https://opentelemetry.io/schemas/1.41.0';

/** The bucket boundaries that the conventions give, by metric. */
export const buckets = {
  tokens: [
    1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216,
    67_108_864,
  ],
  seconds: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  mcpSeconds: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
} as const;
