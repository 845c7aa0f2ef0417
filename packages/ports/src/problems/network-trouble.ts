// What the operating system says about a connection, in words
// Failures of requests and of calls to providers say it the same way; the text of the system goes along as their `reason`.

export interface NetworkTrouble {
  /** Part of a sentence. */
  readonly says: string;
  readonly hint: string;
  /** As the system wrote it. */
  readonly reason: string;
}

type Words = readonly [says: (host: string) => string, hint: string];

const atTheServer = 'Whoever runs the server has to renew or correct its certificate.';
const notFound: Words = [(host) => `${host} was not found`, 'Check the address.'];
const late: Words = [
  (host) => `${host} did not answer in time`,
  'Check the address and the port, and that nothing between here and there blocks the connection.',
];
const cut: Words = [
  () => 'the connection was closed before the answer was complete',
  'Try again. If it stays so, the server or something before it ends the connection.',
];
const noWay: Words = [
  (host) => `${host} cannot be reached from here`,
  'Check the address, and the network of the machine that runs this.',
];
const untrusted: Words = [
  (host) => `the certificate of ${host} is not from an authority that is trusted here`,
  'If you trust it, name its authority in the environment variable NODE_EXTRA_CA_CERTS.',
];
const noTls: Words = [
  (host) => `${host} does not speak TLS at this port`,
  'Check the port, and whether the address begins with http:// or https://.',
];

const table: Readonly<Record<string, Words>> = {
  ENOTFOUND: notFound,
  EAI_NONAME: notFound,
  EAI_NODATA: notFound,
  EAI_AGAIN: [
    (host) => `${host} could not be looked up`,
    'Check the network and the name server of the machine that runs this.',
  ],
  ECONNREFUSED: [
    (host) => `${host} refused the connection`,
    'Check the address and the port, and that the service is running.',
  ],
  ECONNRESET: cut,
  EPIPE: cut,
  UND_ERR_SOCKET: cut,
  ETIMEDOUT: late,
  UND_ERR_CONNECT_TIMEOUT: late,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
  CERT_HAS_EXPIRED: [(host) => `the certificate of ${host} has expired`, atTheServer],
  CERT_NOT_YET_VALID: [
    (host) => `the certificate of ${host} is not valid yet`,
    'Check the clock of the machine that runs this.',
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    (host) => `the certificate of ${host} is for another host`,
    `Check the address. If it is right: ${atTheServer.charAt(0).toLowerCase()}${atTheServer.slice(1)}`,
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
};

/** Libraries wrap what the system said, some more than once. */
const depthMax = 5;

/** Where the request went, or what the words call it instead. */
type Place = string | { readonly called: string };

/** Null for anything else. `place`: empty if the caller does not know it. */
export function networkTrouble(
  error: unknown,
  place: Place = '',
  depth = 0,
): NetworkTrouble | null {
  if (!(error instanceof Error) || depth > depthMax) return null;
  // Those of the system have a code and a host; the client for mails keeps the code under another name.
  const { code, originalCode, hostname } = error as {
    readonly code?: unknown;
    readonly originalCode?: unknown;
    readonly hostname?: unknown;
  };
  const at = place === '' && typeof hostname === 'string' ? hostname : place;
  const words = wordsFor(originalCode) ?? wordsFor(code);
  if (words === undefined) return networkTrouble(innerOf(error), at, depth + 1);
  const [says, hint] = words;
  return { says: says(calledAt(at)), hint, reason: reasonOf(error) };
}

function wordsFor(code: unknown): Words | undefined {
  return typeof code === 'string' && Object.hasOwn(table, code) ? table[code] : undefined;
}

function calledAt(place: Place): string {
  if (typeof place !== 'string') return place.called;
  return place === '' ? 'the host' : `the host ${place}`;
}

function innerOf(error: Error): unknown {
  return error instanceof AggregateError ? error.errors[0] : error.cause;
}

/** An attempt at several addresses has no text of its own. */
function reasonOf(error: Error): string {
  const inner = error instanceof AggregateError ? error.errors[0] : undefined;
  return error.message === '' && inner instanceof Error ? inner.message : error.message;
}
