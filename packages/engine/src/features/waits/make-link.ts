import type { WaitRecord } from '@skein/ports';

/** Makes the address of a page where somebody answers this wait without signing in. */
export type MakeLink = (wait: WaitRecord, request: LinkRequest) => Promise<MadeLink> | MadeLink;

export interface LinkRequest {
  /** Who answers with it: an address or a name. */
  readonly for: string;
  /** Default: a week, and never after the deadline of the wait. */
  readonly expiresAfterMs?: number | undefined;
}

export interface MadeLink {
  readonly url: string;
  readonly expiresAt: number;
}
