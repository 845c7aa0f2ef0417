// Goal: senders that sign in their own way are believed when they have signed, and only then. Method: requests as these senders make them.
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { hello, serve, type Loose, type Serving } from './serving.ts';

const hex = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex');

async function withHook({ send }: Serving, verify: unknown, secret?: string): Promise<Loose> {
  await send('POST', '/api/v1/workflows', { body: hello });
  const body = { trigger_type_id: 'webhook', config: { verify } };
  const saved = await send('PUT', '/api/v1/workflows/hello/trigger', { body });
  if (saved.status >= 300) return saved;
  const [trigger] = (await send('GET', '/api/v1/triggers')).body.items;
  const given = secret === undefined ? {} : { body: { secret } };
  const made = await send('POST', `/api/v1/triggers/${trigger.uuid}/secret`, given);
  return { uuid: trigger.uuid, ...made.body };
}

async function post(
  { url }: Serving,
  uuid: string,
  { text, headers }: { readonly text: string; readonly headers: Readonly<Record<string, string>> },
): Promise<Loose> {
  const response = await fetch(`${url}/api/v1/hooks/${uuid}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
  return { status: response.status, body: await response.json() };
}

const text = '{ "name": "Ada", "n": 1.0 }';
const seconds = (offMs = 0) => String(Math.floor((Date.now() + offMs) / 1000));

const senders = {
  github: (secret: string, body: string, _at = seconds(), id = 'd-1') => ({
    'x-hub-signature-256': `sha256=${hex(secret, body)}`,
    'x-github-delivery': id,
  }),
  stripe: (secret: string, body: string, at = seconds()) => ({
    // While a secret is rotated there are two signatures.
    'stripe-signature': `t=${at},v1=${hex('old', `${at}.${body}`)},v1=${hex(secret, `${at}.${body}`)},v0=x`,
  }),
  slack: (secret: string, body: string, at = seconds()) => ({
    'x-slack-request-timestamp': at,
    'x-slack-signature': `v0=${hex(secret, `v0:${at}:${body}`)}`,
  }),
};

for (const [preset, sign] of Object.entries(senders)) {
  it(`[V2302] a delivery that is signed as ${preset} does starts one run; any other is refused`, async () => {
    const serving = await serve();
    const secret = 'whsec_given-by-the-sender';
    const { uuid } = await withHook(serving, preset, secret);
    const first = await post(serving, uuid, { text, headers: sign(secret, text) });
    expect(first.status).toBe(202);
    expect(await serving.engine.runs.finished(first.body.run_id)).toMatchObject({
      output: 'Hello, Ada!',
    });
    // Delivered again, later.
    const again = await post(serving, uuid, { text, headers: sign(secret, text, seconds(2000)) });
    expect([again.status, again.body.run_id]).toEqual([202, first.body.run_id]);
    const refused = [
      { text, headers: sign('another secret', text) },
      { text: text.replace('Ada', 'Eve'), headers: sign(secret, text) },
      { text, headers: {} },
    ];
    if (preset !== 'github') {
      refused.push({ text, headers: sign(secret, text, seconds(-301_000)) });
      refused.push({ text, headers: sign(secret, text, 'soon') });
    }
    for (const each of refused) {
      const { status, body } = await post(serving, uuid, each);
      expect([status, body.error.code]).toEqual([401, 'SIGNATURE_INVALID']);
    }
    expect((await serving.store.runs.list({})).items).toHaveLength(1);
  });
}

it('[V2302] a scheme of one’s own: header, prefix, encoding, template, time and id', async () => {
  const serving = await serve();
  const verify = {
    header: 'X-Sig',
    encoding: 'base64',
    template: '{x-at}|{body}',
    timestamp: 'x-at',
    id: 'x-id',
  };
  const { uuid, secret } = await withHook(serving, verify);
  const send = (id: string, at = seconds()) => {
    const signature = createHmac('sha256', secret).update(`${at}|${text}`).digest('base64');
    return post(serving, uuid, { text, headers: { 'x-sig': signature, 'x-at': at, 'x-id': id } });
  };
  const [one, two, same] = [await send('1'), await send('2'), await send('1')];
  expect([one, two, same].map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(same.body.run_id).toBe(one.body.run_id);
  expect(two.body.run_id).not.toBe(one.body.run_id);
  expect((await send('3', seconds(400_000))).status).toBe(401);
});

it('[V2302] what could not be verified is refused when it is saved, naming the place', async () => {
  const serving = await serve();
  const cases: readonly (readonly [unknown, string])[] = [
    ['gitlab', '/config/verify'],
    [7, '/config/verify'],
    [{ header: 'x-sig', template: '{x-at}' }, '/config/verify/template'],
    [{ header: 'x-sig', encoding: 'rot13' }, '/config/verify/encoding'],
    [{ header: 'no header' }, '/config/verify/header'],
    [{ header: 'x-sig', timestamp: 'x-at' }, '/config/verify/timestamp'],
    [{ header: 'x-sig', algorithm: 'md5' }, '/config/verify/algorithm'],
    [{ preset: 'nobody' }, '/config/verify/preset'],
  ];
  for (const [verify, pointer] of cases) {
    const { status, body } = await withHook(serving, verify);
    expect([verify, status]).toEqual([verify, 400]);
    expect(JSON.stringify(body)).toContain(pointer);
  }
  const { uuid } = await withHook(serving, 'standard');
  const short = await serving.send('POST', `/api/v1/triggers/${uuid}/secret`, {
    body: { secret: 'not-a-standard-one' },
  });
  expect([short.status, short.body.error.code]).toEqual([400, 'REQUEST_INVALID']);
});
