import type { KeyStore, SignalStore } from '@skein/ports';

export interface RevokingStore {
  readonly keys: Pick<KeyStore, 'revoke'>;
  readonly signals?: SignalStore | undefined;
}

/** What is sent to other processes when a key or session was revoked. */
export const revokedSignal = JSON.stringify({ is: 'revoked' });

/** Revokes a key or session, and tells every server on the store. False when there is none. */
export async function revokeKey(
  { keys, signals }: RevokingStore,
  { id, user, at }: { readonly id: string; readonly user: string; readonly at: number },
): Promise<boolean> {
  const isKnown = await keys.revoke(id, user, at);
  // It gets lost only where servers look by themselves.
  await signals?.send(revokedSignal).catch(() => {});
  return isKnown;
}
