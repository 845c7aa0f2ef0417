import type { Json } from '@skein/api';
import type { Identity } from '../identity/identity.ts';
import type { CoreServices } from '../handlers/services.ts';

/** Notes who has changed what. Awaited: what was acknowledged is in it. */
export async function audit(
  { store, clock, newId }: CoreServices,
  identity: Identity,
  entry: { readonly action: string; readonly subject: string; readonly data?: Json },
): Promise<void> {
  const { user, owner, via, key } = identity;
  const { action, subject, data = {} } = entry;
  const actor = key === null ? `${user} (${via})` : `${user} (${via} ${key})`;
  await store.audit.append({
    id: newId(),
    at: clock.now(),
    user: owner,
    actor,
    action,
    subject,
    data,
  });
}
