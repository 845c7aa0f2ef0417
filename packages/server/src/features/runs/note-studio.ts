import type { Identity } from '../../identity/identity.ts';
import type { ServerRecords } from '@skein/ports';

interface Starting {
  readonly identity: Pick<Identity, 'via' | 'user'>;
  readonly request: Pick<Request, 'headers'>;
  readonly services: { readonly records: Pick<ServerRecords, 'summaries'> };
}

/**
 * What a person starts in the studio says so in lists. Programs are not noted: that would be another row to write with each of their
 * starts.
 */
export async function noteStudio(
  { identity, request, services }: Starting,
  run: string,
): Promise<void> {
  const isSignedIn = identity.via === 'session';
  // Pages of this server, on an open one: no program but a browser sends it, and none for another site.
  const isPage = request.headers.get('sec-fetch-site') === 'same-origin';
  if (!isSignedIn && !isPage) return;
  const name = isSignedIn ? identity.user : null;
  await services.records.summaries?.noteStart(run, { type: 'studio', name });
}
