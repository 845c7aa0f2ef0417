import type { AnswerOf } from '@skein/api';
import type { Engine } from '@skein/engine';

export interface RemoteEngine extends Engine {
  /** The server makes the whole document: it knows which tools a run had, and which secrets must not be in it. */
  readonly recordCassette: (run: string) => Promise<AnswerOf<'getCassette'>>;
}

export function isRemote(engine: object): engine is RemoteEngine {
  return 'recordCassette' in engine;
}
