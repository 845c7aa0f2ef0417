import type { UnknownCalls } from '@skein/ports';

/** A run's model and tool calls as a cassette, without the secrets of this process. */
export type RecordCassette = (run: string) => Promise<{
  readonly cassette: object;
  readonly unknown: readonly UnknownCalls[];
}>;
