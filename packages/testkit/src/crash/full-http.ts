// The request of W-full. It is really sent, to the ledger; where the outside is simulated, that answers.
import { createVault, guardedFetch, type GuardedFetch, type HttpParts } from '@skein/agents';
import type { Outside } from '../ledger/outside.ts';
import { outside, type CrashPoints } from './crash-points.ts';
import { ledgerPlace } from './full-workflow.ts';

interface HttpWorld {
  readonly outside: Outside;
  readonly points: CrashPoints;
}

export function fullHttp({ outside: place, points }: HttpWorld): HttpParts {
  const fetch = place.url === undefined ? simulated(place) : sent(place.url);
  return {
    fetch: (call) => outside(points, 'post', () => fetch(call)),
    vaultOf: () => createVault({ find: () => undefined }),
  };
}

function sent(url: string): GuardedFetch {
  const fetch = guardedFetch({ allow: [new URL(url).host] });
  return (call) => fetch({ ...call, url: call.url.replace(ledgerPlace, `${url}/`) });
}

function simulated(place: Outside): GuardedFetch {
  return async ({ headers, signal }) => {
    const call = { name: 'post', key: headers['idempotency-key'] ?? '', deduplicates: false };
    const text = JSON.stringify({ ...call, result: await place.call(call, signal) });
    return { status: 200, headers: { 'content-type': 'application/json' }, text };
  };
}
