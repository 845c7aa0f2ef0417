// Headers of requests, as callers give them
import { runHeader } from '@skein/ports';
import { failureError } from '../failure-error.ts';

/** They control the connection, or say who calls, which callers must not do. */
const refusedHeaders: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'proxy-authorization',
  'accept-encoding',
  'expect',
  runHeader,
]);

/** What may stand in a header; anything else could begin another one. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

export function isHeaderName(name: string): boolean {
  return headerName.test(name);
}

export function isHeaderValue(value: string): boolean {
  return headerValue.test(value);
}

/** By their names in small letters, without those that are not for callers. The value of one that is refused may be a secret. */
export function cleanHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const clean: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (refusedHeaders.has(lower)) continue;
    if (!isHeaderName(name) || !isHeaderValue(value)) throw refusedHeader(name);
    clean.push([lower, value]);
  }
  return Object.fromEntries(clean);
}

function refusedHeader(name: string): Error {
  return failureError({
    code: 'HTTP_REFUSED',
    message: `The request was refused: the header ${JSON.stringify(name)} has characters that none can have.`,
    retry: 'never',
    data: { hint: 'Look for a line break at the end of the value, or of the secret in it.' },
  });
}
