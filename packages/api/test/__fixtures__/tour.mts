// The whole API as a stranger uses it: types that openapi-typescript generated from the document, and fetch.
// `node tour.mts URL EXAMPLES`. Every reply is checked to have a status that the document names for that request.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import type { components, paths } from './schema.d.ts';

type Path = keyof paths;
type Method<Route extends Path> = keyof paths[Route] &
  ('get' | 'post' | 'put' | 'patch' | 'delete');
type Content<Part> = Part extends { content: infer Media } ? Media[keyof Media] : undefined;
type Part<Operation, Name extends string> = Operation extends {
  parameters: { [_ in Name]?: infer Given };
}
  ? Given
  : never;
type Body<Operation> = Operation extends { requestBody?: infer Given }
  ? Content<NonNullable<Given>>
  : never;
/** One for each status that the document names. */
type Reply<Operation> = Operation extends { responses: infer All }
  ? {
      [Status in keyof All]: { readonly status: Status; readonly body: Content<All[Status]> };
    }[keyof All]
  : never;
type Success<Operation> = Extract<Reply<Operation>, { status: 200 | 201 | 202 | 204 }>['body'];

interface Given<Operation> {
  readonly path?: Part<Operation, 'path'>;
  readonly query?: Part<Operation, 'query'>;
  readonly header?: Part<Operation, 'header'>;
  readonly body?: Body<Operation>;
}

const [, , server = '', examples = ''] = process.argv;
const document = await (await fetch(`${server}/api/v1/openapi.json`)).json();

async function send<Route extends Path, Verb extends Method<Route>>(
  verb: Verb,
  route: Route,
  { path, query, header, body }: Given<paths[Route][Verb]> = {},
): Promise<Reply<paths[Route][Verb]>> {
  const place = route.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(Object(path)[name])),
  );
  const url = new URL(place, server);
  for (const [name, value] of Object.entries(Object(query))) url.searchParams.set(name, String(value));
  const response = await fetch(url, {
    method: verb.toUpperCase(),
    headers: { 'content-type': 'application/json', ...Object(header) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const described = document.paths[route][verb].responses[response.status];
  const text = await response.text();
  check(described !== undefined, `${verb} ${route}: ${response.status} is not described: ${text}`);
  const [media = ''] = (response.headers.get('content-type') ?? '').split(';');
  if (text !== '') check(media in (described.content ?? {}), `${verb} ${route}: ${media}`);
  const isJson = media === 'application/json';
  // What the document says, checked above as far as a stranger can.
  return { status: response.status, body: isJson ? JSON.parse(text) : text } as never;
}

/** The body of a success; a refusal ends the tour. */
async function ask<Route extends Path, Verb extends Method<Route>>(
  verb: Verb,
  route: Route,
  given: Given<paths[Route][Verb]> = {},
): Promise<Success<paths[Route][Verb]>> {
  const reply = await send(verb, route, given);
  const isFine = Number(reply.status) < 300;
  check(isFine, `${verb} ${route}: ${String(reply.status)} ${JSON.stringify(reply.body)}`);
  // A status below 300 is one of these.
  return reply.body as Success<paths[Route][Verb]>;
}

function check(holds: boolean, words: string): asserts holds {
  if (!holds) throw new Error(words);
}

function isProblem(body: unknown): body is components['schemas']['Problem'] {
  const { code, message, hint } = Object(Object(body).error);
  return [code, message, hint].every((part) => typeof part === 'string' && part !== '');
}

function equal(found: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  check(one === other, `Expected ${other}, and it is ${one}.`);
}

const read = (file: string) => JSON.parse(readFileSync(`${examples}/${file}.json`, 'utf8'));

/** Until it has ended: its events are a stream that ends with it. */
async function finished(id: string) {
  await ask('get', '/api/v1/runs/{id}/events', { path: { id } });
  return shown(id);
}

/** A run in its native form; the document knows no other. */
async function shown(id: string): Promise<components['schemas']['Run']> {
  const found = await ask('get', '/api/v1/runs/{id}', { path: { id } });
  check('usage' in found, `${id} is shown in another form.`);
  // No other form has it.
  return found as components['schemas']['Run'];
}

// Save: the types know the native format.
const definition = {
  skein: 1 as const,
  id: 'tour',
  name: 'Tour',
  nodes: [
    { id: 'ask', type: 'approval', config: { prompt: 'Good?' } },
    { id: 'thank', type: 'transform', config: { value: 'Thanks, ${trigger.name}.' } },
  ],
  edges: [{ from: 'ask', out: 'approved', to: 'thank' }],
};
const { id, version: first } = await ask('post', '/api/v1/workflows', { body: definition });
equal(id, 'tour');
const checked = await ask('post', '/api/v1/workflows/validate', { body: definition });
equal(checked.valid, true);

// Run, wait, answer, and read what came of it.
async function start(name: string, header: { 'idempotency-key'?: string } = {}) {
  return ask('post', '/api/v1/workflows/{id}/run', {
    path: { id },
    query: { wait: 30 },
    header,
    body: { input: { name } },
  });
}
const started = await start('Ada', { 'idempotency-key': 'once' });
const run = started.run_id;
equal(started.status, 'waiting');
equal((await start('Ada', { 'idempotency-key': 'once' })).run_id, run);
const [wait] = (await ask('get', '/api/v1/waits', { query: { run } })).items;
check(wait !== undefined, 'Nobody is asked.');
equal((await ask('get', '/api/v1/waits/{id}', { path: { id: wait.id } })).prompt, 'Good?');
await ask('post', '/api/v1/waits/{id}/answer', { path: { id: wait.id }, body: 'yes' });
const done = await finished(run);
equal([done.status, done.output], ['completed', 'Thanks, Ada.']);
const why = await ask('get', '/api/v1/runs/{id}/explain', {
  path: { id: run },
  query: { node: 'thank' },
});
check(why.words.length > 0, 'Nothing is explained.');

// Events: all of them, those after a row, and none.
const idsIn = (stream: string) => [...stream.matchAll(/^id: (\d+)$/gm)].map(([, row]) => Number(row));
const stream = await ask('get', '/api/v1/runs/{id}/events', { path: { id: run } });
check(typeof stream === 'string', 'It is no stream.');
const later = await ask('get', '/api/v1/runs/{id}/events', {
  path: { id: run },
  header: { 'last-event-id': '2' },
});
check(typeof later === 'string', 'It is no stream.');
equal(idsIn(later), idsIn(stream).slice(2));
const journal = await ask('get', '/api/v1/runs/{id}/journal', { path: { id: run } });
equal(
  journal.items.map(({ seq }) => seq),
  idsIn(stream),
);
const after = await send('get', '/api/v1/runs/{id}/events', {
  path: { id: run },
  query: { after: journal.items.length },
});
equal([after.status, after.body], [204, '']);

// Another one by the node that asks, one that is cancelled, and one from the middle of the first.
const second = (await start('Bo')).run_id;
await ask('post', '/api/v1/runs/{id}/resume', {
  path: { id: second },
  body: { node: 'ask', input: 'yes' },
});
equal((await finished(second)).output, 'Thanks, Bo.');
const third = (await start('Cy')).run_id;
await ask('post', '/api/v1/runs/{id}/cancel', { path: { id: third }, body: { reason: 'enough' } });
equal((await finished(third)).status, 'cancelled');
const forked = await ask('post', '/api/v1/runs/{id}/fork', {
  path: { id: run },
  body: { from: 'thank' },
});
equal((await finished(forked.run_id)).output, 'Thanks, Ada.');
const diff = await ask('get', '/api/v1/runs/{a}/diff/{b}', { path: { a: run, b: forked.run_id } });
equal(diff.equal, true);

// Versions: a change by whoever knows the newest one, and back.
const changed = await ask('patch', '/api/v1/workflows/{id}', {
  path: { id },
  header: { 'if-match': `"${first}"` },
  body: { name: 'Grand tour' },
});
check(changed.version !== first, 'It is no other version.');
const restored = await ask('post', '/api/v1/workflows/{id}/versions/{version}/restore', {
  path: { id, version: first },
});
equal(restored.version, first);
const versions = await ask('get', '/api/v1/workflows/{id}/versions', { path: { id } });
check(versions.items.length >= 2, 'A version is lost.');

// Triggers: an event that starts a run, when a schedule would fire, and a webhook without a signature.
const trigger = { trigger_type_id: 'event', config: { event: 'tour.begins' } } as const;
await ask('put', '/api/v1/workflows/{id}/trigger', { path: { id }, body: trigger });
const [listed] = (await ask('get', '/api/v1/triggers', { query: { workflow: id } })).items;
check(listed !== undefined, 'The trigger is not listed.');
const sent = await ask('post', '/api/v1/events', {
  body: { name: 'tour.begins', data: { name: 'Ed' } },
});
const byEvent = sent.started[0]?.run_id ?? '';
while ((await ask('get', '/api/v1/waits', { query: { run: byEvent } })).items.length === 0)
  await setTimeout(20);
await ask('post', '/api/v1/runs/{id}/resume', { path: { id: byEvent }, body: { input: 'yes' } });
equal((await finished(byEvent)).output, 'Thanks, Ed.');
const history = await ask('get', '/api/v1/triggers/{id}/history', { path: { id: listed.uuid } });
equal(history.items[0]?.run, byEvent);
const schedule = { trigger_type_id: 'schedule', config: { cron: '0 9 * * 1' } } as const;
const preview = await ask('post', '/api/v1/triggers/preview', { body: schedule });
equal(preview.next.length, 5);
await ask('put', '/api/v1/triggers/{id}', {
  path: { id: listed.uuid },
  body: { trigger_type_id: 'webhook' },
});
const { secret } = await ask('post', '/api/v1/triggers/{id}/secret', { path: { id: listed.uuid } });
check(secret.startsWith('whsec_'), 'It is no secret of a webhook.');

// Refusals: their status is one of those that the document names, and they have one form.
const refusals = [
  await send('get', '/api/v1/runs/{id}', { path: { id: 'none' } }),
  await send('post', '/api/v1/hooks/{id}', { path: { id: listed.uuid }, body: { name: 'Flo' } }),
  await send('post', '/api/v1/workflows/{id}/run', {
    path: { id },
    header: { 'idempotency-key': 'once' },
    body: { input: 'another' },
  }),
  await send('post', '/api/v1/workflows', {
    body: { skein: 1, nodes: [], edges: [{ from: 'a', to: 'b' }] },
  }),
  await send('get', '/api/v1/runs', { query: { limit: 0 } }),
];
const codes = refusals.map((refused) => {
  const { status, body } = refused;
  check(isProblem(body), `${status}: ${JSON.stringify(body)}`);
  return [status, body.error.code];
});
console.log(JSON.stringify(codes));
const call = { jsonrpc: '2.0', id: 1, method: 'ping' };
const unread = await send('post', '/api/v1/mcp', {
  // No parameter of a request in OpenAPI, which says so itself.
  header: { accept: 'text/plain' } as never,
  body: call,
});
equal([unread.status, typeof Object(unread.body).error.code], [406, 'number']);
const wrongMethod = await fetch(`${server}/api/v1/runs`, { method: 'DELETE' });
equal([wrongMethod.status, wrongMethod.headers.get('allow')], [405, 'GET']);

// What the types refuse.
type Native = Extract<Body<paths['/api/v1/workflows']['post']>, { skein: 1 }>;
// @ts-expect-error: a start takes no `inputs`.
void ((): Body<paths['/api/v1/workflows/{id}/run']['post']> => ({ inputs: 1 }));
// @ts-expect-error: an edge has an end.
void ((): Native => ({ skein: 1, nodes: [], edges: [{ from: 'a' }] }));
// @ts-expect-error: a trigger has one of five types.
void ((): Body<paths['/api/v1/triggers/preview']['post']> => ({ trigger_type_id: 'sometimes' }));

// Every dialect, as examples/rest/tour.sh does it with curl.
for (const file of [
  'native/04-contract-approvals',
  'session-graph/02-purchase',
  'dataflow/01-traced-chain',
  'agent-graph/01-2n-chat',
  'canvas/02-review-loop',
  'pipeline/02-morning-brief',
]) {
  const imported = await ask('post', '/api/v1/workflows/import', { body: read(file) });
  const path = { id: imported.id };
  const body = { input: 'hello' };
  const begun = await ask('post', '/api/v1/workflows/{id}/run', { path, query: { wait: 30 }, body });
  const { items } = await ask('get', '/api/v1/waits', { query: { run: begun.run_id } });
  for (const { id: asked } of items.slice(0, 1)) {
    const answer = imported.dialect === 'session-graph' ? 'printer' : 'yes';
    await ask('post', '/api/v1/waits/{id}/answer', { path: { id: asked }, body: answer });
  }
  await ask('get', '/api/v1/instances/{id}', { path: { id: begun.run_id } });
  const output = Object.values((await shown(begun.run_id)).outputs).flat()[0];
  check(output !== undefined, `${file} has no output.`);
  await ask('get', '/api/v1/outputs/{id}', { path: { id: output.id } });
  const other = await ask('post', '/api/v1/workflows/{id}/run', { path, body });
  const ids = [begun.run_id, other.run_id];
  await ask('post', '/api/v1/runs/cancel', { body: { filter: { ids } } });
  const instances = await ask('get', '/api/v1/workflows/{id}/instances', { path });
  equal(instances.items.map((each) => each.id).toSorted(), ids.toSorted());
  const native = { path, query: { dialect: 'native' } } as const;
  equal((await ask('get', '/api/v1/workflows/{id}/export', native)).to, 'native');
  await ask('delete', '/api/v1/workflows/{id}', { path });
  const { status } = await finished(begun.run_id);
  // Some end before they are cancelled.
  check(['completed', 'cancelled'].includes(status), `${file} is ${status}.`);
  console.log(imported.dialect, items.length > 0 ? 'asks' : 'asks nobody');
}
await ask('delete', '/api/v1/workflows/{id}', { path: { id } });
equal((await ask('get', '/api/v1/workflows')).items, []);
