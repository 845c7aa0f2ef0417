import type { Json } from '@skein/api';
import type { AuditStore, Clock } from '@skein/ports';
import type { Identity } from '../identity/identity.ts';

export interface AuditLog {
  readonly records: { readonly audit: AuditStore };
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: () => string;
}

/** Records who changed what, in the log of the caller or of another `owner`. Awaited: whatever was acknowledged is in the log. */
export async function audit(
  { records, clock, newId }: AuditLog,
  identity: Pick<Identity, 'user' | 'owner' | 'via' | 'key'>,
  {
    owner = identity.owner,
    ...entry
  }: {
    readonly action: string;
    readonly subject: string;
    readonly data?: Json;
    readonly owner?: string;
  },
): Promise<void> {
  const actor = `${identity.user} (${viaOf(identity)})`;
  await records.audit.append({
    data: {},
    ...entry,
    id: newId(),
    at: clock.now(),
    user: owner,
    actor,
  });
}

/** How somebody came in: `key 8f2`, `session`. */
export function viaOf({ via, key }: Pick<Identity, 'via' | 'key'>): string {
  return key === null ? via : `${via} ${key}`;
}
