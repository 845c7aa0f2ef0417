// What serving a shared page needs, and what comes of it
import type { Engine } from '@skein/engine';
import type { Clock, ServerRecords } from '@skein/ports';
import type { StoredSettings } from '../secrets/stored-settings.ts';

export interface ShareServices {
  readonly engine: Pick<Engine, 'runs' | 'workflows' | 'memory' | 'waits'>;
  readonly records: Pick<ServerRecords, 'summaries'>;
  readonly settings: StoredSettings;
  readonly clock: Pick<Clock, 'now'>;
  /** Throws RATE_LIMITED. */
  readonly limitShare: (name: string) => void;
  /** Signs the addresses of results. */
  readonly shareKey: Uint8Array;
}

export interface ShareReply {
  readonly status: number;
  /** All of it, or piece by piece. */
  readonly html: string | AsyncIterable<string>;
  /** It loads the script of chats. */
  readonly hasScript?: boolean;
  /** Pages that may embed it. */
  readonly frames: readonly string[];
  /** Where to go on, in place of a page. */
  readonly location?: string;
}
