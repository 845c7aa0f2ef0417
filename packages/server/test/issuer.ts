// An identity provider on a port of its own: a discovery document, a set of keys that can be changed, and tokens of every kind,
// good and bad.
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Algorithm = 'RS256' | 'ES256';

interface SigningKey {
  readonly kid: string;
  readonly algorithm: Algorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export interface Issuer {
  readonly url: string;
  /** How often somebody has asked for the keys. */
  readonly asked: () => number;
  /** From now on this is the only key that is published. */
  readonly rotate: (kid: string, algorithm?: Algorithm) => void;
  /** Answers with an error from now on, or no more. */
  readonly breakDown: (isDown: boolean) => void;
  readonly token: (claims?: Claims, options?: { readonly kid?: string }) => string;
  /** Signed by nobody. */
  readonly unsigned: (claims?: Claims) => string;
  /** Signed with the published key, as if it were a secret. */
  readonly symmetric: (claims?: Claims) => string;
  readonly close: () => void;
}

export type Claims = Readonly<Record<string, unknown>>;

export const audience = 'skein';

export async function startIssuer(): Promise<Issuer> {
  let current = makeKey('first', 'RS256');
  let asked = 0;
  let isDown = false;
  const server = createServer((request, response) => {
    const isKeys = request.url === '/keys';
    if (isKeys) asked += 1;
    const keys = [
      { ...current.publicKey.export({ format: 'jwk' }), kid: current.kid, alg: current.algorithm },
    ];
    const body = isKeys ? { keys } : { issuer: url, jwks_uri: `${url}/keys` };
    response.writeHead(isDown ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const claimsOf = (claims: Claims = {}) => {
    const now = Math.floor(Date.now() / 1000);
    return { iss: url, aud: audience, sub: 'ann', iat: now, exp: now + 300, ...claims };
  };
  return {
    url,
    asked: () => asked,
    rotate: (kid, algorithm = 'RS256') => {
      current = makeKey(kid, algorithm);
    },
    breakDown: (given) => {
      isDown = given;
    },
    token: (claims, { kid = current.kid } = {}) => {
      const head = { alg: current.algorithm, kid, typ: 'JWT' };
      return join(head, claimsOf(claims), (text) => signText(current, text));
    },
    unsigned: (claims) => join({ alg: 'none', kid: current.kid }, claimsOf(claims), () => ''),
    symmetric: (claims) =>
      join({ alg: 'HS256', kid: current.kid }, claimsOf(claims), (text) =>
        createHmac('sha256', current.publicKey.export({ format: 'pem', type: 'spki' }))
          .update(text)
          .digest('base64url'),
      ),
    close: () => server.close(),
  };
}

function makeKey(kid: string, algorithm: Algorithm): SigningKey {
  const pair =
    algorithm === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid, algorithm, ...pair };
}

function signText({ privateKey, algorithm }: SigningKey, text: string): string {
  const key =
    algorithm === 'RS256' ? privateKey : { key: privateKey, dsaEncoding: 'ieee-p1363' as const };
  return sign('sha256', Buffer.from(text), key).toString('base64url');
}

function join(head: object, claims: object, signed: (text: string) => string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part(head)}.${part(claims)}`;
  return `${text}.${signed(text)}`;
}
