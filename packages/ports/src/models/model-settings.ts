/**
 * What the author of a node sets for its model calls. One list: it goes whole into requests, into the keys of replays and
 * cassettes, to providers and into telemetry, and the settings of node types are held to it.
 */
export interface ModelSettings {
  readonly temperature?: number | undefined;
  readonly reasoningEffort?: string | undefined;
  /** Only the likeliest tokens that together reach this share are drawn from. */
  readonly topP?: number | undefined;
  readonly frequencyPenalty?: number | undefined;
  readonly presencePenalty?: number | undefined;
  /** Texts that end an answer when the model writes them. */
  readonly stopSequences?: readonly string[] | undefined;
  /** The most tokens that the answer may have. */
  readonly maxOutputTokens?: number | undefined;
}
