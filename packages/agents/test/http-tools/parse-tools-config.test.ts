import { parseToolsConfig } from '@skein/agents';
import type { Json } from '@skein/kernel';
import { expect, it } from 'vitest';

const problemsOf = (config: Json) =>
  parseToolsConfig(config).diagnostics.map(
    ({ severity, pointer, message }) => `${severity} ${pointer} ${message}`,
  );

it('[A184] takes the keys of tools and leaves the others alone', () => {
  const mcpServers = {
    fs: { command: 'npx', args: ['-y', 'server'], env: { A: '${B}' } },
    web: { type: 'http', url: 'https://mcp.example.com/mcp', headers: { A: 'b' } },
  };
  const http = { allow: ['localhost:1'], tools: { w: { url: 'https://a.test/{city}' } } };
  const config = { mcpServers, http, openapi: { p: { document: 'p.json' } }, secrets: {} };
  expect(parseToolsConfig({ ...config, store: 'memory', providers: 7 })).toEqual({
    config,
    diagnostics: [],
  });
  expect(parseToolsConfig({})).toEqual({ config: {}, diagnostics: [] });
});

it('[A184] lists all problems at once, with their places', () => {
  const problems = problemsOf({
    mcpServers: {
      both: { command: 'x', url: 'https://a.test' },
      none: {},
      'a b': { command: 'x', autoApprove: [] },
      old: { type: 'sse', url: 'ftp://a.test' },
      text: 'x',
    },
    http: {
      tools: {
        open: { url: 'https://{host}/' },
        mistyped: { url: 'https://a.test', metod: 'GET' },
      },
    },
    openapi: { p: {} },
    secrets: { hosts: { K: 'a.test' } },
  });
  expect(problems).toEqual(
    expect.arrayContaining([
      'error /mcpServers/both A server is either a "command" to start or a "url" to reach.',
      'error /mcpServers/none A server is either a "command" to start or a "url" to reach.',
      'error /mcpServers/a b The name "a b" cannot be used for tools.',
      'warning /mcpServers/a b/autoApprove The key "autoApprove" of a server is not known and is ignored.',
      'error /http/tools/open/url The address is not an http(s) URL, or its arguments choose the host.',
      'error /http/tools/mistyped/metod The key "metod" is not known here.',
    ]),
  );
  expect(problems.map((problem) => problem.split(' ')[1])).toEqual(
    expect.arrayContaining([
      '/mcpServers/old/type',
      '/mcpServers/old/url',
      '/mcpServers/text',
      '/openapi/p/document',
      '/secrets/hosts/K',
    ]),
  );
});

it.each<Json>([null, 7, 'x', [], { mcpServers: [] }, { http: null }])(
  '[A184] %j is refused and never throws',
  (config) => {
    expect(parseToolsConfig(config).config).toBeNull();
  },
);

it('[A184] keys of JavaScript are plain names', () => {
  const config = JSON.parse(
    '{"mcpServers":{"__proto__":{"command":"x"},"constructor":{"command":"y"}}}',
  ) as Json;
  const parsed = parseToolsConfig(config);
  expect(parsed.diagnostics).toEqual([]);
  expect(Object.keys(parsed.config?.mcpServers ?? {})).toEqual(['__proto__', 'constructor']);
});

it('[A184] databases and mail servers are checked too', () => {
  const shop = { url: 'postgres://u:${P}@db.example.org/shop', readOnly: true };
  const office = { host: 'smtp.example.org', from: 'a@example.org', recipients: ['*'] };
  const config = { postgres: { shop, whole: { url: '${SHOP_URL}' } }, mail: { office } };
  expect(parseToolsConfig(config)).toEqual({ config, diagnostics: [] });
  const problems = problemsOf({
    postgres: { a: { url: 'postgres://u:p@${HOST}/shop' }, b: { url: 'mysql://h/d', rows: 1 } },
    mail: { c: { host: 'h', from: 'f', recipients: [], user: 'u' } },
  });
  expect(problems).toEqual([
    expect.stringContaining('/postgres/a/url is no address of PostgreSQL'),
    expect.stringContaining('/postgres/b/url is no address of PostgreSQL'),
    expect.stringContaining('/postgres/b/rows The key "rows" is not known here.'),
    expect.stringContaining('/mail/c/recipients'),
    expect.stringContaining('/mail/c needs both "user" and "password", or neither'),
  ]);
});
