// Others are told: a question arrives at a webhook, signed, with a link that answers it.
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngine } from 'skein';

const secret = `whsec_${randomBytes(24).toString('base64')}`;
const receiver = createServer();
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const address = receiver.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
const folder = mkdtempSync(path.join(tmpdir(), 'skein-outbox-'));

// #region outbox
const engine = await createEngine({
  store: `sqlite:${folder}/skein.db`,
  config: {
    http: { allow: [`127.0.0.1:${port}`] }, // only for this example: other addresses must be public
    server: {
      outbox: { webhooks: { ops: { url: `http://127.0.0.1:${port}`, secretEnv: 'OPS_SECRET' } } },
    },
  },
  environment: { OPS_SECRET: secret },
  links: { url: 'https://skein.example.org', secretKey: randomBytes(32) }, // those of your server
});
const { id } = await engine.runs.start({
  skein: 1,
  nodes: [
    {
      id: 'review',
      type: 'approval',
      config: { prompt: 'Pay 500 €?', notify: { to: ['webhook:ops'] } },
    },
  ],
});
// #endregion

const [request, response] = await once(receiver, 'request');
let body = '';
for await (const chunk of request) body += String(chunk);
response.writeHead(204).end();
const {
  'webhook-id': message,
  'webhook-timestamp': at,
  'webhook-signature': given,
} = request.headers;
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
const wanted = createHmac('sha256', key).update(`${message}.${at}.${body}`).digest('base64');
assert.equal(given, `v1,${wanted}`);
const event = JSON.parse(body);
assert.deepEqual([event.type, event.subject, event.data.prompt], ['wait.opened', id, 'Pay 500 €?']);
assert.match(event.data.link.url, /^https:\/\/skein\.example\.org\/answer\//);
console.log(event.data.link.url);
await engine.close();
receiver.close();
rmSync(folder, { recursive: true, force: true });
