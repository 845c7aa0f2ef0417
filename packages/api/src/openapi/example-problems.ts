// An example for each problem status of the routes. A test compares them with the catalogue of problems.
import type { JsonObject } from '@skein/kernel';
import { exampleIds, exampleItem } from '../schemas/examples.ts';

const stale = `sha256:${'0'.repeat(64)}`;

export const exampleProblems: { readonly [status: number]: JsonObject } = {
  400: {
    code: 'REQUEST_INVALID',
    message: 'The request is not valid: query/limit must be at most 200.',
    hint: 'Fix what the complaints point to; /api/v1/openapi.json describes every request.',
    details: {
      complaints: [{ in: 'query', pointer: '/limit', message: 'must be at most 200' }],
    },
  },
  401: {
    code: 'UNAUTHENTICATED',
    message: 'You are not signed in: the request has no key.',
    hint: 'Send an API key as `Authorization: Bearer …`, or sign in with one.',
    details: { reason: 'the request has no key.' },
  },
  403: {
    code: 'NOT_ALLOWED',
    message: 'You are not allowed to do this: it needs the scope "write".',
    hint: 'Ask the owner, or use another key.',
    details: { what: 'do this: it needs the scope "write"' },
  },
  404: {
    code: 'RUN_NOT_FOUND',
    message: `No run has the id "${exampleIds['runs']}".`,
    hint: 'List the runs to see which ids exist.',
    details: { run: exampleIds['runs'] ?? '' },
  },
  409: {
    code: 'VERSION_CONFLICT',
    message: `The workflow "publish" has changed: it is at ${exampleItem.version}, and your change was based on ${stale}.`,
    hint: 'Nothing was written. Reload the workflow and apply your change again.',
    details: { workflow: 'publish', expected: stale, found: exampleItem.version },
  },
  413: {
    code: 'TOO_LARGE',
    message: 'The body is larger than 10485760 bytes.',
    hint: 'Split it, or pass a reference to it instead.',
    details: { what: 'The body', limit: '10485760 bytes' },
  },
  415: {
    code: 'MEDIA_TYPE',
    message: 'The content type "text/plain" is not supported here, only application/json.',
    hint: 'Send JSON with `Content-Type: application/json`.',
    details: { found: 'text/plain', supported: ['application/json'] },
  },
  422: {
    code: 'INPUT_INVALID',
    message: 'The input does not match the schema of the start node: /topic is missing.',
    hint: 'Change the input, or the `schema` of the start node.',
    details: { complaints: ['/topic is missing'] },
  },
  429: {
    code: 'RATE_LIMITED',
    message: 'Too many requests; retry in 1 s.',
    hint: 'Wait for the time given in Retry-After, or have the operator raise server.rate.',
    details: { retryAfterMs: 400 },
  },
  502: {
    code: 'CONNECTION_FAILED',
    message: 'The service of the connection "crm" cannot be used: it did not answer in time.',
    hint: 'Check the addresses, the client and its secret in the settings of the connection, and that the service can be reached.',
    details: { connection: 'crm', why: 'it did not answer in time' },
  },
  503: {
    code: 'STORE_UNAVAILABLE',
    message: 'The store is not responding: connect ECONNREFUSED 10.0.0.7:5432',
    hint: 'Check that the database is running and reachable. Nothing that was acknowledged is lost.',
    details: { reason: 'connect ECONNREFUSED 10.0.0.7:5432' },
  },
};
