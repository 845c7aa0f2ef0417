import { htmlPage } from '../../values/html.ts';

/** The page at the root, without a studio. */
export function landingPage(): string {
  return htmlPage(
    'Skein',
    `<h1>Skein</h1>
<p>The server is running. <a href="./docs">All requests</a> are described here, also as an
<a href="./api/v1/openapi.json">OpenAPI document</a>.</p>
<h2>A first run</h2>
<pre>curl -s http://127.0.0.1:4680/api/v1/templates

curl -s -X POST http://127.0.0.1:4680/api/v1/workflows/from-template \\
  -H 'Content-Type: application/json' -d '{"template":"hello"}'

curl -s -X POST 'http://127.0.0.1:4680/api/v1/workflows/hello/run?wait=10' \\
  -H 'Content-Type: application/json' -d '{"input":{"name":"Ada"}}'</pre>`,
  );
}
