// Origin checks
// A browser says which page a request comes from. Without this check any page that a user has open could use a server on their
// machine, and one that points its own name at 127.0.0.1 (DNS rebinding) could even read the answers.
import { EngineError } from '@skein/ports';

export interface OriginRules {
  /** Other addresses under which this server's pages are opened, such as `https://skein.example.org`. */
  readonly origins: readonly string[];
  /** Origins of other pages that may ask. */
  readonly pages: readonly string[];
  /** Answers only to names of this machine: the server is open to anybody who reaches it. */
  readonly isLocalOnly: boolean;
}

const localNames = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

export function checkOrigin(request: Request, { origins, pages, isLocalOnly }: OriginRules): void {
  const host = request.headers.get('host') ?? new URL(request.url).host;
  const allowedHosts = origins.map((origin) => hostOf(origin));
  const isKnownHost = localNames.has(nameOf(host)) || allowedHosts.includes(host);
  if (isLocalOnly && !isKnownHost) {
    throw new EngineError('ORIGIN_REFUSED', { header: 'Host', found: shown(host) });
  }
  const origin = request.headers.get('origin');
  if (origin === null || origins.includes(origin) || pages.includes(origin)) return;
  if (origin === `http://${host}` || origin === `https://${host}`) return;
  throw new EngineError('ORIGIN_REFUSED', { header: 'Origin', found: shown(origin) });
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}

function shown(text: string): string {
  return text.slice(0, 200);
}
