/**
 * What the author of a node sets for its model calls. One list: it goes whole into requests, into the keys of replays and
 * cassettes, to providers and into telemetry, and the settings of node types are held to it.
 */
export interface ModelSettings {
  readonly temperature?: number | undefined;
  readonly reasoningEffort?: string | undefined;
  /** The most tokens that the answer may have. */
  readonly maxOutputTokens?: number | undefined;
}
