// Problems of the server
// Only requests over the network can run into these; they are part of the one catalogue in problems.ts.
import type { JsonObject } from '@skein/kernel';
import { problem } from './problem.ts';

export const serverProblems = {
  HOST_UNAVAILABLE: problem(
    [503, 8],
    (details: { reason: string }) => `The workflow host is not responding: ${details.reason}`,
    'Check that Restate is running, that its address is right, and that a worker is registered with it (`skein worker`).',
  ),
  REQUEST_INVALID: problem(
    [400, 2],
    (details: { complaints: readonly { in: string; pointer: string; message: string }[] }) =>
      `The request is not valid: ${details.complaints
        .map(({ in: place, pointer, message }) => `${place}${pointer} ${message}`)
        .join('; ')}.`,
    'Fix what the complaints point to; /api/v1/openapi.json describes every request.',
  ),
  CONNECTION_FAILED: problem(
    [502, 8],
    (details: { connection: string; why: string }) =>
      `The service of the connection "${details.connection}" cannot be used: ${details.why}.`,
    'Check the addresses, the client and its secret in the settings of the connection, and that the service can be reached.',
  ),
  SIGN_IN_REFUSED: problem(
    [403, 4],
    (details: { why: string }) => `The sign-in was not accepted: ${details.why}.`,
    'Begin it again, in the browser in which you finish it.',
  ),
  UNAUTHENTICATED: problem(
    [401, 4],
    (details: { reason: string }) => `You are not signed in: ${details.reason}`,
    'Send an API key as `Authorization: Bearer …`, or sign in with one.',
  ),
  TRIGGER_TAKEN: problem(
    [409, 6],
    (details: { workflow: string; type: string }) =>
      `The workflow "${details.workflow}" is started by something else: it has a trigger of type "${details.type}".`,
    'A workflow has one trigger. Remove that one first, or schedule a workflow of its own that starts this one.',
  ),
  SIGNATURE_INVALID: problem(
    [401, 4],
    (details: { reason: string }) => `The webhook was rejected: ${details.reason}`,
    'Sign the delivery as described in docs/triggers.md, with the secret of this trigger and the current time.',
  ),
  WORKFLOW_DISABLED: problem(
    [409, 6],
    (details: { workflow: string }) =>
      `The workflow "${details.workflow}" is switched off, so its trigger starts nothing.`,
    'Switch the workflow on, then deliver again.',
  ),
  WORKFLOW_IN_CODE: problem(
    [409, 6],
    (details: { workflow: string; language: string }) =>
      `The workflow "${details.workflow}" is written in ${details.language}, in the program that registers it: it is changed there.`,
    'Change it in the program, or copy it and change the copy.',
  ),
  ORIGIN_REFUSED: problem(
    [403, 4],
    (details: { header: string; found: string }) =>
      `Requests with ${details.header} "${details.found}" are not accepted.`,
    "Use the server's own address, or add this one to `server.origins` in the configuration.",
  ),
  KEYS_NEEDED: problem(
    [403, 4],
    (details: { host: string }) =>
      `The address ${details.host} is reachable from other machines, and no API key is configured.`,
    'Create a key first (`skein keys create`), or serve on 127.0.0.1.',
  ),
  ROUTE_NOT_FOUND: problem(
    [404, 5],
    (details: { method: string; path: string }) =>
      `There is no route ${details.method} ${details.path}.`,
    '/api/v1/openapi.json lists all routes; /docs shows them in readable form.',
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
    (details: { seconds: number }) =>
      `The request had not arrived in full after ${details.seconds} s.`,
    'Send it again over a faster connection, or send less at once.',
  ),
  VERSION_CONFLICT: problem(
    [409, 6],
    (details: { workflow: string; expected: string; found: string }) =>
      `The workflow "${details.workflow}" has changed: it is at ${details.found}, and your change was based on ${details.expected}.`,
    'Nothing was written. Reload the workflow and apply your change again.',
  ),
  MESSAGE_PENDING: problem(
    [409, 6],
    (details: { message: string }) => `The message "${details.message}" is still being delivered.`,
    'Wait until it is delivered or dead; the list of the outbox says when it is tried next.',
  ),
  NO_ASSISTANT: problem(
    [404, 5],
    (_details: JsonObject) => 'This server has no assistant that builds workflows.',
    'Use `skein serve` or `skein dev` without Restate, or let a coding agent build with `skein mcp --build`.',
  ),
  NAME_TAKEN: problem(
    [409, 6],
    (details: { what: string; name: string }) =>
      `The ${details.what} "${details.name}" already exists.`,
    'Choose another name.',
  ),
  ID_TAKEN: problem(
    [409, 6],
    (details: { what: string; id: string; workflow: string }) =>
      `The ${details.what} "${details.id}" belongs to the workflow "${details.workflow}".`,
    'Nothing was written. Change that workflow under its own id, or copy it: a copy gets new ids (`POST /workflows/{id}/copy`, `skein copy`).',
  ),
  MEDIA_TYPE: problem(
    [415, 2],
    (details: { found: string; supported: readonly string[] }) =>
      `The content type "${details.found}" is not supported here, only ${details.supported.join(', ')}.`,
    'Send JSON with `Content-Type: application/json`.',
  ),
  RATE_LIMITED: problem(
    [429, 6],
    (details: { retryAfterMs: number }) =>
      `Too many requests; retry in ${Math.ceil(details.retryAfterMs / 1000)} s.`,
    'Wait for the time given in Retry-After, or have the operator raise server.rate.',
  ),
  IDENTITY_UNAVAILABLE: problem(
    [503, 8],
    (details: { issuer: string; reason: string }) =>
      `The keys of the identity provider ${details.issuer} cannot be read: ${details.reason}.`,
    'Retry; if it persists, check `server.oidc` in the configuration and the network path to the provider.',
  ),
  LISTEN_FAILED: problem(
    [503, 8],
    (details: { address: string; reason: string }) =>
      `The server cannot listen on ${details.address}: ${details.reason}.`,
    'Stop the program that uses the address, or choose another one: `--port 0` takes a free port.',
  ),
  SERVER_BUSY: problem(
    [503, 8],
    (details: { what: string; limit: string }) =>
      `The server has no room for ${details.what} at the moment: ${details.limit}.`,
    'Send the request again after the time given in Retry-After.',
  ),
  TOO_COSTLY: problem(
    [422, 2],
    (details: { what: string; limit: string }) =>
      `${details.what} took more than ${details.limit}.`,
    'Make it smaller, or split it.',
  ),
  USER_STREAMS_FULL: problem(
    [429, 6],
    (details: { open: number; limit: number }) =>
      `This user has ${details.open} requests that are being answered, live streams included; ${details.limit} are allowed.`,
    'Close streams that nobody reads, send fewer requests at the same time, or have the operator raise limits.engine.ceilings.userStreams.',
  ),
  USER_TRIGGERS_FULL: problem(
    [409, 6],
    (details: { limit: number }) =>
      `This user has as many triggers as one may have, ${details.limit}.`,
    'Delete triggers that are no longer needed, or have the operator raise limits.engine.ceilings.userTriggers.',
  ),
  SERVER_CLOSING: problem(
    [503, 8],
    (_details: JsonObject) => 'The server is shutting down.',
    'Send the request again to the server that replaces it. Nothing that was acknowledged is lost.',
  ),
} as const;
