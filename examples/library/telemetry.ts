// Spans of a run at a collector; here a small one that keeps their names.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine } from 'skein';

const names: string[] = [];
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    if (request.url === '/v1/traces') {
      names.push(
        ...[...body.matchAll(/"name":"((?:invoke_workflow|llm|chat) [^"]*)"/g)].map(
          ([, name = '']) => name,
        ),
      );
    }
    response.end('{}');
  });
});
collector.listen(0, '127.0.0.1');
await once(collector, 'listening');
const { port } = collector.address() as AddressInfo;

// #region telemetry
const engine = await createEngine({
  config: { telemetry: { endpoint: `http://127.0.0.1:${port}`, serviceName: 'shop' } },
});
const run = await engine.runs.start({
  skein: 1,
  id: 'hello',
  nodes: [{ id: 'greet', type: 'llm', config: { prompt: 'Hello' } }],
});
await engine.runs.finished(run.id);
await engine.close(); // sends what is left
// #endregion

assert.deepEqual(names.toSorted(), ['chat scripted', 'invoke_workflow hello', 'llm greet']);
console.log(names);
collector.close();
