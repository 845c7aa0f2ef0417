// The server's own addresses
// A model that may make requests could reach the very server that runs it, and there answer its own questions with a key that it was
// told. So requests of runs never go there, whatever else is allowed.
//
// O1. A place is known by its name and port, and by every address of this machine with that port, so that no other name for it helps.
//     What a proxy or another machine passes on is not known here: a public address must be named as an origin of the server.
import { networkInterfaces } from 'node:os';

/** Where the server is: its public origins, and where it listens. */
export type OwnPlaces = () => readonly string[];

export function isOwnPlace(own: OwnPlaces, url: URL): boolean {
  const place = placeOf(url);
  return own().some((written) => {
    const known = placeOf(new URL(written));
    if (known.port !== place.port) return false;
    return known.host === place.host || (isHere(known.host) && isHere(place.host));
  });
}

/** Whether a name that leads to this address leads there. */
export function isOwnAddress(own: OwnPlaces, address: string, port: string): boolean {
  if (!isHere(address)) return false;
  return own().some((written) => placeOf(new URL(written)).port === port);
}

function placeOf({ hostname, port, protocol }: URL): {
  readonly host: string;
  readonly port: string;
} {
  return {
    host: hostname.replaceAll(/^\[|\]$/g, '').replace(/\.$/, ''),
    port: portOf({ port, protocol }),
  };
}

export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): string {
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}

const anywhere: ReadonlySet<string> = new Set(['0.0.0.0', '::', 'localhost']);

/** Whether it is an address of this machine. */
function isHere(host: string): boolean {
  if (anywhere.has(host) || host.endsWith('.localhost')) return true;
  const address = host.replace(/^::ffff:/i, '');
  if (address.startsWith('127.') || address === '::1' || /^7f[0-9a-f]{2}:/i.test(address))
    return true;
  return Object.values(networkInterfaces()).some((each) =>
    each?.some((known) => known.address === address),
  );
}
