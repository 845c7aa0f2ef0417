// Problems of the server
// What only a request over the network can meet; part of the one catalogue in problems.ts.
import type { JsonObject } from '@skein/kernel';
import { problem } from './problem.ts';

export const serverProblems = {
  HOST_UNAVAILABLE: problem(
    [503, 8],
    (details: { reason: string }) => `The host of the runs does not answer: ${details.reason}`,
    'Check that Restate runs, that its address is right, and that a worker is registered there (`skein worker`).',
  ),
  REQUEST_INVALID: problem(
    [400, 2],
    (details: { complaints: readonly { in: string; pointer: string; message: string }[] }) =>
      `The request cannot be used: ${details.complaints
        .map(({ in: place, pointer, message }) => `${place}${pointer} ${message}`)
        .join('; ')}.`,
    'Correct what the complaints name; the form of every request is in /api/v1/openapi.json.',
  ),
  UNAUTHENTICATED: problem(
    [401, 4],
    (details: { reason: string }) => `Nobody is signed in: ${details.reason}`,
    'Send a key as `Authorization: Bearer …`, or sign in with one.',
  ),
  SIGNATURE_INVALID: problem(
    [401, 4],
    (details: { reason: string }) => `The webhook was not accepted: ${details.reason}`,
    'Sign the delivery as docs/triggers.md says, with the secret of this trigger and the time of now.',
  ),
  ORIGIN_REFUSED: problem(
    [403, 4],
    (details: { header: string; found: string }) =>
      `Requests with ${details.header} "${details.found}" are not answered here.`,
    'Open the server by its own address, or add the address to `server.origins` of the configuration.',
  ),
  KEYS_NEEDED: problem(
    [403, 4],
    (details: { host: string }) =>
      `The address ${details.host} can be reached by others, and no key is configured.`,
    'Make a key first (`skein keys create`), or serve on 127.0.0.1.',
  ),
  ROUTE_NOT_FOUND: problem(
    [404, 5],
    (details: { method: string; path: string }) =>
      `Nothing answers ${details.method} ${details.path}.`,
    'All routes are in /api/v1/openapi.json, and readable at /docs.',
  ),
  NOT_FOUND: problem(
    [404, 5],
    (details: { what: string; id: string }) => `There is no ${details.what} "${details.id}".`,
    'List them to see which ids exist.',
  ),
  METHOD_NOT_ALLOWED: problem(
    [405, 2],
    (details: { method: string; path: string; allowed: readonly string[] }) =>
      `${details.path} does not take ${details.method}, only ${details.allowed.join(', ')}.`,
    'Use one of the methods that are named.',
  ),
  REQUEST_TIMEOUT: problem(
    [408, 8],
    (details: { seconds: number }) =>
      `The request was not there completely after ${details.seconds} s.`,
    'Send it again, faster.',
  ),
  VERSION_CONFLICT: problem(
    [409, 6],
    (details: { workflow: string; expected: string; found: string }) =>
      `The workflow "${details.workflow}" has changed: it is at ${details.found}, and this was made from ${details.expected}.`,
    'Nothing was written. Load the workflow again and make the change there.',
  ),
  NAME_TAKEN: problem(
    [409, 6],
    (details: { what: string; name: string }) =>
      `There is a ${details.what} "${details.name}" already.`,
    'Choose another name.',
  ),
  MEDIA_TYPE: problem(
    [415, 2],
    (details: { found: string; supported: readonly string[] }) =>
      `A body of the type "${details.found}" is not read here, only ${details.supported.join(', ')}.`,
    'Send JSON with `Content-Type: application/json`.',
  ),
  RATE_LIMITED: problem(
    [429, 6],
    (details: { retryAfterMs: number }) =>
      `Too many requests; the next one is taken in ${Math.ceil(details.retryAfterMs / 1000)} s.`,
    'Wait as long as Retry-After says.',
  ),
  IDENTITY_UNAVAILABLE: problem(
    [503, 8],
    (details: { issuer: string; reason: string }) =>
      `The keys of the identity provider ${details.issuer} cannot be read: ${details.reason}.`,
    'Try again; when it stays so, check `server.oidc` in the configuration and the way to the provider.',
  ),
  SERVER_CLOSING: problem(
    [503, 8],
    (_details: JsonObject) => 'The server is being stopped.',
    'Send the request again to the server that takes its place; nothing acknowledged is lost.',
  ),
} as const;
