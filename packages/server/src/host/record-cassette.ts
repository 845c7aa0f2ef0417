import type { PlainOr, RunId } from '@skein/api';
import type { UnknownCalls } from '@skein/ports';

/** A run's model and tool calls as a cassette, without the secrets of this process. */
export type RecordCassette = (run: PlainOr<RunId>) => Promise<{
  readonly cassette: object;
  readonly unknown: readonly UnknownCalls[];
}>;
