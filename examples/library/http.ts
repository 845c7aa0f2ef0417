// Requests in a workflow: an API with pages and a key, which a server on this machine stands for.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine } from 'skein';

const orders = Array.from({ length: 25 }, (_, i) => ({ id: i + 1, total: (i % 5) * 10 }));
const server = createServer((request, response) => {
  const isKnown = request.headers.authorization === 'Bearer a-key-of-the-shop';
  const { searchParams } = new URL(request.url ?? '', 'http://shop');
  const after = Number(searchParams.get('after') ?? 0);
  const rows = orders.slice(after, after + 10);
  const next = after + 10 < orders.length ? after + 10 : null;
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isKnown ? { rows, next } : { error: 'Who are you?' }));
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const { port } = server.address() as AddressInfo;
const host = `127.0.0.1:${port}`;

// #region engine
const engine = await createEngine({
  // Addresses in one's own network must be allowed; the open internet is.
  http: { allow: [host] },
  environment: { SHOP_KEY: 'a-key-of-the-shop' },
  config: { secrets: { hosts: { SHOP_KEY: [host] } } },
});
// #endregion

// #region run
const report = {
  skein: 1,
  nodes: [
    {
      id: 'orders',
      type: 'http',
      config: {
        url: '${trigger.shop}/orders',
        auth: { bearer: 'SHOP_KEY' },
        pagination: { cursor: { path: 'next', param: 'after' }, items: 'rows' },
      },
    },
    {
      id: 'sum',
      type: 'transform',
      config: {
        value: '${= `${orders.output.length} orders, ${orders.output.sum("total")} EUR` }',
      },
    },
  ],
  edges: [{ from: 'orders', to: 'sum' }],
};
const { id } = await engine.runs.start(report, { input: { shop: `http://${host}` } });
const { output } = await engine.runs.finished(id);
console.log(output);
// #endregion

assert.equal(output, '25 orders, 500 EUR');
const journal = JSON.stringify(await engine.runs.journal(id));
assert.ok(!journal.includes('a-key-of-the-shop'));
await engine.close();
server.close();
