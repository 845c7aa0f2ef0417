// Problems of the server
// Problems that only requests over the network can have; part of the one catalogue in problems.ts.
import type { JsonObject } from '@skein/kernel';
import { problem } from './problem.ts';

export const serverProblems = {
  HOST_UNAVAILABLE: problem(
    [503, 8],
    (details: { reason: string }) => `The host of the runs does not respond: ${details.reason}`,
    'Check that Restate is running, that its address is correct, and that a worker is registered there (`skein worker`).',
  ),
  REQUEST_INVALID: problem(
    [400, 2],
    (details: { complaints: readonly { in: string; pointer: string; message: string }[] }) =>
      `The request is invalid: ${details.complaints
        .map(({ in: place, pointer, message }) => `${place}${pointer} ${message}`)
        .join('; ')}.`,
    'Correct what the complaints name; /api/v1/openapi.json describes every request.',
  ),
  UNAUTHENTICATED: problem(
    [401, 4],
    (details: { reason: string }) => `Not authenticated: ${details.reason}`,
    'Send a key as `Authorization: Bearer …`, or sign in with one.',
  ),
  SIGNATURE_INVALID: problem(
    [401, 4],
    (details: { reason: string }) => `The webhook delivery was refused: ${details.reason}`,
    'Sign the delivery as described in docs/triggers.md, with the secret of this trigger and the current time.',
  ),
  ORIGIN_REFUSED: problem(
    [403, 4],
    (details: { header: string; found: string }) =>
      `This server does not answer requests with ${details.header} "${details.found}".`,
    "Use the server's own address, or add this one to `server.origins` in the configuration.",
  ),
  KEYS_NEEDED: problem(
    [403, 4],
    (details: { host: string }) =>
      `Other machines can reach the address ${details.host}, and no key is configured.`,
    'Create a key first (`skein keys create`), or serve on 127.0.0.1.',
  ),
  ROUTE_NOT_FOUND: problem(
    [404, 5],
    (details: { method: string; path: string }) =>
      `There is no route ${details.method} ${details.path}.`,
    'All routes are listed at /docs, and described in /api/v1/openapi.json.',
  ),
  NOT_FOUND: problem(
    [404, 5],
    (details: { what: string; id: string }) => `There is no ${details.what} "${details.id}".`,
    'List them to see which ids exist.',
  ),
  METHOD_NOT_ALLOWED: problem(
    [405, 2],
    (details: { method: string; path: string; allowed: readonly string[] }) =>
      `${details.path} does not support ${details.method}, only ${details.allowed.join(', ')}.`,
    'Use one of the supported methods.',
  ),
  REQUEST_TIMEOUT: problem(
    [408, 8],
    (details: { seconds: number }) => `The request was not complete after ${details.seconds} s.`,
    'Send it again, faster.',
  ),
  VERSION_CONFLICT: problem(
    [409, 6],
    (details: { workflow: string; expected: string; found: string }) =>
      `The workflow "${details.workflow}" has changed: it is at ${details.found}, and this change was made from ${details.expected}.`,
    'Nothing was saved. Load the workflow again and repeat the change.',
  ),
  NAME_TAKEN: problem(
    [409, 6],
    (details: { what: string; name: string }) =>
      `The ${details.what} "${details.name}" already exists.`,
    'Choose another name.',
  ),
  MEDIA_TYPE: problem(
    [415, 2],
    (details: { found: string; supported: readonly string[] }) =>
      `Bodies of the type "${details.found}" are not supported, only ${details.supported.join(', ')}.`,
    'Send JSON with `Content-Type: application/json`.',
  ),
  RATE_LIMITED: problem(
    [429, 6],
    (details: { retryAfterMs: number }) =>
      `Too many requests; the next one is accepted in ${Math.ceil(details.retryAfterMs / 1000)} s.`,
    'Wait as long as Retry-After says.',
  ),
  IDENTITY_UNAVAILABLE: problem(
    [503, 8],
    (details: { issuer: string; reason: string }) =>
      `Cannot read the keys of the identity provider ${details.issuer}: ${details.reason}.`,
    'Try again; if it persists, check `server.oidc` in the configuration and the connection to the provider.',
  ),
  SERVER_CLOSING: problem(
    [503, 8],
    (_details: JsonObject) => 'The server is shutting down.',
    'Send the request again, to the server that takes over; nothing acknowledged is lost.',
  ),
} as const;
