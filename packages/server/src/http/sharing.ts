import { createHmac } from 'node:crypto';
import type { Services } from '../handlers/services.ts';
import { buckets, type Rate } from './buckets.ts';

/** Of everybody who has the address of a shared page, together: what it starts is paid by its owner. */
const shareRate: Rate = { perSecond: 1, burst: 30 };

/** What shared pages need of a server. */
export function sharing(
  secretKey: Uint8Array,
  clock: Services['clock'],
): Pick<Services, 'limitShare' | 'shareKey'> {
  return {
    limitShare: buckets(shareRate, clock).take,
    shareKey: createHmac('sha256', secretKey).update('results of shared pages').digest(),
  };
}
