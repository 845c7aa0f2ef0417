import { basePath, routes, type Route } from '@skein/api';
import { escapeHtml, htmlPage } from '../../values/html.ts';

/** The route table, for people. */
export function docsPage(): string {
  const byTag = Map.groupBy(Object.values<Route>(routes), ({ tag }) => tag);
  const sections = [...byTag].map(
    ([tag, found]) => `<h2>${escapeHtml(tag)}</h2>
<table>
<tr><th>Request</th><th>Scope</th><th>What it does</th></tr>
${found.map(rowOf).join('\n')}
</table>`,
  );
  return htmlPage(
    'Skein: the API',
    `<h1>The API</h1>
<p>Exact schemas are in the <a href="./api/v1/openapi.json">OpenAPI document</a>. Errors are
<code>{ "error": { "code", "message", "hint", "details" } }</code>, lists <code>{ "items", "nextCursor" }</code>.</p>
${sections.join('\n')}`,
  );
}

function rowOf({ method, path, scope, summary, details }: Route): string {
  const more = details === undefined ? '' : ` ${escapeHtml(details)}`;
  return `<tr><td><code>${method.toUpperCase()} ${escapeHtml(basePath + path)}</code></td><td>${scope ?? ''}</td><td>${escapeHtml(summary)}${more}</td></tr>`;
}
