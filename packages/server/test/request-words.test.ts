// What is wrong with a request, in the words of the API and not in those of the library that checks it.
import { expect, it } from 'vitest';
import { hello, serve, type Loose } from './serving.ts';

interface Refusal {
  readonly request: readonly [method: string, path: string];
  readonly body?: unknown;
  /** Place and words of each complaint. */
  readonly complaints: readonly (readonly [place: string, words: string])[];
}

const refusals: Readonly<Record<string, Refusal>> = {
  'a field that is missing': {
    request: ['POST', '/events'],
    body: {},
    complaints: [['body/name', 'is required']],
  },
  'fields of another type': {
    request: ['POST', '/events'],
    body: { name: 7, run: ['r'] },
    complaints: [
      ['body/name', 'must be text'],
      ['body/run', 'must be text'],
    ],
  },
  'an empty text': {
    request: ['POST', '/events'],
    body: { name: '' },
    complaints: [['body/name', 'must not be empty']],
  },
  'a text that is too long': {
    request: ['POST', '/events'],
    body: { name: 'x'.repeat(501) },
    complaints: [['body/name', 'must have at most 500 characters']],
  },
  'a choice that there is not': {
    request: ['PUT', '/workflows/hello/trigger'],
    body: { trigger_type_id: 'mail' },
    complaints: [
      ['body/trigger_type_id', 'must be one of manual, webhook, schedule, event, new_email'],
    ],
  },
  'a choice that was not made': {
    request: ['PUT', '/workflows/hello/trigger'],
    body: {},
    complaints: [['body/trigger_type_id', 'is required']],
  },
  'an object that is none': {
    request: ['PUT', '/workflows/hello/trigger'],
    body: { trigger_type_id: 'manual', config: 'daily' },
    complaints: [['body/config', 'must be an object']],
  },
  'a key that is misspelt': {
    request: ['POST', '/events'],
    body: { name: 'a', dat: 1 },
    complaints: [['body/dat', 'is not part of this request; did you mean "data"?']],
  },
  'a key that resembles none': {
    request: ['POST', '/events'],
    body: { name: 'a', colour: 1 },
    complaints: [['body/colour', 'is not part of this request; it has name, data, id, run']],
  },
  'a body that is a list': {
    request: ['POST', '/events'],
    body: [],
    complaints: [['body', 'must be an object']],
  },
  'entries of a list': {
    request: ['POST', '/keys'],
    body: { name: 'mine', scopes: ['read', 'everything', 3] },
    complaints: [
      ['body/scopes/1', 'must be one of read, answer, run, write, admin'],
      ['body/scopes/2', 'must be one of read, answer, run, write, admin'],
    ],
  },
  'a number in a query that is none': {
    request: ['GET', '/runs?limit=many'],
    complaints: [['query/limit', 'must be a number']],
  },
  'a number in a query that is too small': {
    request: ['GET', '/runs?limit=0'],
    complaints: [['query/limit', 'must be at least 1']],
  },
  'half a number': {
    request: ['GET', '/runs?limit=1.5'],
    complaints: [['query/limit', 'must be a whole number']],
  },
  'a name of a secret': {
    request: ['PUT', '/secrets/1x'],
    body: { value: 'x' },
    complaints: [['path/name', 'must match ^[A-Za-z_][A-Za-z0-9_.-]{0,127}$']],
  },
};

it.each(Object.entries(refusals))('[V134] says what is wrong with %s', async (_name, refusal) => {
  const { send } = await serve();
  await send('POST', '/api/v1/workflows', { body: hello });
  const [method, path] = refusal.request;
  const { status, body } = await send(
    method,
    `/api/v1${path}`,
    refusal.body === undefined ? {} : { body: refusal.body },
  );
  const found = body.error.details.complaints.map((each: Loose) => [
    `${each.in}${each.pointer}`,
    each.message,
  ]);
  expect([status, body.error.code, found]).toEqual([400, 'REQUEST_INVALID', refusal.complaints]);
  const [place, words] = refusal.complaints[0] ?? ['', ''];
  expect(body.error.message).toContain(`${place} ${words}`);
});
