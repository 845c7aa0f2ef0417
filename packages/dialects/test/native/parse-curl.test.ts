// Goal: a command that somebody copied becomes the node that makes the same request; no key of it gets into a workflow, and nothing
// is lost in silence.
import { compileNative, nativeNodes, parseCurl } from '@skein/dialects';
import { nativeKinds, type JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';

const configOf = (command: string) => parseCurl(command).config;
const url = 'https://api.example.com/a';

describe('parseCurl', () => {
  it.each<[string, string, JsonObject]>([
    ['an address', `curl ${url}`, { url }],
    [
      'quotes and lines',
      `curl -sSL \\\n  '${url}?q=it'"'"'s' \\\r\n --compressed`,
      { url: `${url}?q=it's` },
    ],
    ['double quotes', `curl "${url}?q=\\"a\\"&b=\\\\"`, { url: `${url}?q="a"&b=\\` }],
    ['escapes of bash', `curl $'${url}?q=\\u0041\\x42\\n' `, { url: `${url}?q=AB\n` }],
    ['no scheme', 'curl example.com', { url: 'http://example.com' }],
    ['a method', `curl -XDELETE --url ${url}`, { url, method: 'DELETE' }],
    ['a head', `curl -I ${url}`, { url, method: 'HEAD' }],
    [
      'headers',
      `curl ${url} -H 'Accept: text/csv' -A me -H 'Host: x'`,
      {
        url,
        headers: { Accept: 'text/csv', 'User-Agent': 'me' },
      },
    ],
    [
      'a form',
      `curl ${url} -d a=1 -d 'b=x+y&b=%C3%BC'`,
      { url, body: { form: { a: '1', b: ['x y', 'ü'] } } },
    ],
    [
      'encoded data',
      `curl ${url} --data-urlencode 'q=a&b' --data-urlencode plain=1`,
      {
        url,
        body: { form: { q: 'a&b', plain: '1' } },
      },
    ],
    [
      'JSON with its header',
      `curl ${url} -H 'content-type: application/json' --data-raw '{"a":[1]}'`,
      {
        url,
        body: { json: { a: [1] } },
      },
    ],
    ['JSON', `curl --json '{"a":1}' ${url}`, { url, body: { json: { a: 1 } } }],
    [
      'a text',
      `curl ${url} -H 'Content-Type: text/xml' -d '<a/>'`,
      {
        url,
        body: { text: '<a/>', type: 'text/xml' },
      },
    ],
    [
      'parts',
      `curl ${url} -F a=1 -F 'b=x;type=text/csv'`,
      {
        url,
        body: { multipart: { a: '1', b: { value: 'x', type: 'text/csv' } } },
      },
    ],
    [
      'data in the address',
      `curl -G ${url} -d a=1 --data-urlencode 'b=x y'`,
      { url: `${url}?a=1&b=x%20y` },
    ],
    ['the method of a body', `curl -X POST ${url} -d a=1`, { url, body: { form: { a: '1' } } }],
    [
      'another one',
      `curl -X PUT ${url} -d a=1`,
      { url, method: 'PUT', body: { form: { a: '1' } } },
    ],
    ['a time limit', `curl -m 2.5 ${url}`, { url, timeoutMs: 2500 }],
    [
      'what looks like a template',
      `curl '${url}' --json '{"a":"\${b}"}'`,
      {
        url,
        body: { json: { a: '$${b}' } },
      },
    ],
    [
      'what looks like an escaped one',
      `curl '${url}' -H 'x: $\${b}' -H 'Content-Type: text/\${c}' -d '$$\${d}'`,
      {
        url,
        headers: { x: '$$$${b}' },
        body: { text: '$$$$$${d}', type: 'text/$${c}' },
      },
    ],
    [
      'a header that comes twice, and one without a value',
      `curl ${url} -H 'Accept: a/b' -H 'accept: c/d' -H 'X-Empty;' -H 'User-Agent:'`,
      { url, headers: { Accept: 'a/b, c/d', 'X-Empty': '' } },
    ],
    [
      'parts of the query',
      `curl ${url} --url-query 'q=a&b' --url-query +c=d&e`,
      { url: `${url}?q=a%26b&c=d&e` },
    ],
  ])('[N780] %s', (_, command, config) => {
    const parsed = parseCurl(command);
    expect(parsed).toEqual({ config, secrets: [], lost: [] });
    expect(problemsOf(config)).toEqual([]);
  });

  it('[N780] as browsers copy it for the command prompt of Windows', () => {
    const copied = [
      'curl ^"https://api.example.com/a?b=1^&c=2^" ^',
      '  -H ^"accept: */*^" ^',
      '  -H ^"content-type: application/json^" ^',
      '  --data-raw ^"^{^\\^"a^\\^":^\\^"x y^\\^"^}^"',
    ].join('\r\n');
    expect(configOf(copied)).toEqual({
      url: 'https://api.example.com/a?b=1&c=2',
      headers: { accept: '*/*' },
      body: { json: { a: 'x y' } },
    });
    const older = 'curl "https://api.example.com/a?b=^1" ^\r\n -H "x: say ""hi"""';
    expect(configOf(older)).toEqual({
      url: 'https://api.example.com/a?b=^1',
      headers: { x: 'say "hi"' },
    });
  });

  const key = 's3cr3t-k3y';
  it.each<[string, string, JsonObject, string]>([
    [
      'a bearer token',
      `-H 'Authorization: Bearer ${key}'`,
      { bearer: 'API_EXAMPLE_COM_KEY' },
      'API_EXAMPLE_COM_KEY',
    ],
    ['a variable', '-H "authorization: bearer $MY_KEY"', { bearer: 'MY_KEY' }, 'MY_KEY'],
    [
      'a user',
      `-u ann:${key}`,
      { basic: { user: 'ann', password: 'API_EXAMPLE_COM_KEY' } },
      'API_EXAMPLE_COM_KEY',
    ],
    [
      'another header',
      `-H 'X-Api-Key: ${key}'`,
      { header: { name: 'X-Api-Key', secret: 'API_EXAMPLE_COM_KEY' } },
      'API_EXAMPLE_COM_KEY',
    ],
    [
      'cookies',
      `-b 'session=${key}'`,
      { header: { name: 'Cookie', secret: 'API_EXAMPLE_COM_KEY' } },
      'API_EXAMPLE_COM_KEY',
    ],
    [
      'a user without a password, who is the key',
      `-u ${key}:`,
      { header: { name: 'Authorization', secret: 'API_EXAMPLE_COM_KEY' } },
      'API_EXAMPLE_COM_KEY',
    ],
    [
      'data in the address',
      `-G -d api_key=${key}`,
      { query: { name: 'api_key', secret: 'API_EXAMPLE_COM_KEY' } },
      'API_EXAMPLE_COM_KEY',
    ],
    [
      'a part of the query',
      `--url-query access_token=${key}`,
      { query: { name: 'access_token', secret: 'API_EXAMPLE_COM_KEY' } },
      'API_EXAMPLE_COM_KEY',
    ],
  ])('[N781] %s becomes a secret to be set', (_, given, auth, name) => {
    const { config, secrets, lost } = parseCurl(`curl ${url} ${given}`);
    expect(config).toEqual({ url, auth });
    expect(secrets).toMatchObject([{ name, host: 'api.example.com' }]);
    expect(JSON.stringify([config, secrets, lost])).not.toContain(key);
    expect(problemsOf(config!)).toEqual([]);
  });

  it('[N781] a key in the address, too; of several only one can be kept', () => {
    const inQuery = parseCurl(`curl '${url}?a=1&api_key=${key}'`);
    expect(inQuery.config).toEqual({
      url: `${url}?a=1`,
      auth: { query: { name: 'api_key', secret: 'API_EXAMPLE_COM_KEY' } },
    });
    const two = parseCurl(`curl https://ann:${key}@api.example.com/a -H 'Cookie: a=${key}'`);
    expect(two.config).toEqual({
      url,
      auth: { basic: { user: 'ann', password: 'API_EXAMPLE_COM_KEY' } },
    });
    expect(two.lost).toEqual([expect.stringContaining('The header "Cookie" was left out')]);
    const named = parseCurl(`curl https://${key}@api.example.com/a`);
    expect(named.config).toEqual({
      url,
      auth: { header: { name: 'Authorization', secret: 'API_EXAMPLE_COM_KEY' } },
    });
    expect(JSON.stringify([inQuery, two, named])).not.toContain(key);
  });

  it.each<[string, string, JsonObject, JsonObject]>([
    [
      'in JSON',
      `--json '{"user":"ann","api_key":"${key}","project":{"key":"PROJ"},"pageToken":"p2"}'`,
      { path: 'api_key', secret: 'API_EXAMPLE_COM_KEY' },
      { json: { user: 'ann', project: { key: 'PROJ' }, pageToken: 'p2' } },
    ],
    [
      'deep in JSON, as a variable',
      `--json "{\\"login\\":{\\"password\\":\\"\${MY_KEY}\\"}}"`,
      { path: 'login.password', secret: 'MY_KEY' },
      { json: { login: {} } },
    ],
    [
      'in a form',
      `-d grant_type=client_credentials -d client_id=me -d client_secret=${key}`,
      { path: 'client_secret', secret: 'API_EXAMPLE_COM_KEY' },
      { form: { grant_type: 'client_credentials', client_id: 'me' } },
    ],
  ])('[N880] a key %s becomes a secret to be set', (_, given, auth, body) => {
    const { config, secrets, lost } = parseCurl(`curl ${url} ${given}`);
    expect(config).toEqual({ url, auth: { body: auth }, body });
    expect(secrets).toMatchObject([{ name: auth['secret'], host: 'api.example.com' }]);
    expect(JSON.stringify([config, secrets, lost])).not.toContain(key);
    expect(problemsOf(config!)).toEqual([]);
  });

  it('[N880] of several keys one is kept, and none in parts', () => {
    const two = parseCurl(`curl ${url} -u ann:${key} --json '{"token":"${key}","n":1}'`);
    expect(two.config).toMatchObject({
      auth: { basic: { user: 'ann' } },
      body: { json: { n: 1 } },
    });
    expect(two.lost).toEqual([expect.stringContaining('"token" in the body was left out')]);
    const parts = parseCurl(`curl ${url} -F token=${key} -F a=1`);
    expect(parts.config).toEqual({ url, body: { multipart: { a: '1' } } });
    expect(parts.lost).toEqual([expect.stringContaining('"token" in the body was left out')]);
    expect(JSON.stringify([two, parts])).not.toContain(key);
  });

  it.each([
    `curl --doh-url https://dns.example.com/ ${url}`,
    `curl --brand-new three ${url}`,
    `curl ${url} -t three -j four`,
    `curl -D headers.txt -o out ${url}`,
  ])('[N881] the value of an option that is not kept is no address: %s', (command) => {
    const { config, lost } = parseCurl(command);
    expect(config).toEqual({ url });
    expect(lost.join()).not.toContain('first address');
  });

  it('[N782] what cannot be kept is named', () => {
    const command = `curl -k -x proxy:1 -d @file.json -F a=@b.png --weird ${url} ${url}/2 -o out`;
    const { lost } = parseCurl(command);
    for (const part of ['-k', '-x', '@file.json', '"a"', '--weird', 'first address', '-o'])
      expect(lost.join('\n')).toContain(part);
    expect(lost).toHaveLength(7);
  });

  it.each(['', 'wget https://example.com', 'curl', 'curl -X', `curl '`, 'x'.repeat(2_000_000)])(
    '[N782] is no request: %.20s',
    (text) => {
      const { config, lost } = parseCurl(text);
      expect([config, lost.length > 0]).toEqual([null, true]);
    },
  );

  it.each([
    '$ curl https://example.com',
    '/usr/bin/curl https://example.com',
    'curl.exe https://example.com',
  ])('[N780] %s', (text) => expect(configOf(text)).toEqual({ url: 'https://example.com' }));
});

function problemsOf(config: JsonObject) {
  const nodes = [{ id: 'request', type: 'http', config }];
  const workflow = { skein: 1, id: 'w', nodes, edges: [] };
  const found = compileNative(workflow, { kinds: nativeKinds }).diagnostics;
  return found.filter(({ severity }) => severity === 'error');
}

describe('the check of requests', () => {
  it.each<[string, JsonObject, string]>([
    ['another scheme', { url: 'ftp://example.com/a' }, '/nodes/0/config/url'],
    ['no scheme', { url: 'example.com' }, '/nodes/0/config/url'],
    ['a password', { url: 'https://ann:pass@example.com/' }, '/nodes/0/config/url'],
    ['a body of a GET', { url, method: 'GET', body: { text: 'x' } }, '/nodes/0/config/body'],
    ['two bodies', { url, body: { text: 'x', json: 1 } }, '/nodes/0/config/body'],
    ['no body', { url, body: {} }, '/nodes/0/config/body'],
    [
      'two ways to show a key',
      { url, auth: { bearer: 'A', query: { name: 'k', secret: 'A' } } },
      '/nodes/0/config/auth',
    ],
    [
      'a key that data choose',
      { url, auth: { bearer: '${trigger.key}' } },
      '/nodes/0/config/auth/bearer',
    ],
    [
      'two kinds of pages',
      { url, pagination: { next: 'link', page: { param: 'p' } } },
      '/nodes/0/config/pagination',
    ],
    ['another method', { url, method: 'TRACE' }, '/nodes/0/config/method'],
  ])('[N783] %s is an error', (_, config, pointer) => {
    expect(problemsOf(config)).toMatchObject([{ pointer }]);
  });

  it.each<JsonObject>([
    { url: '${trigger.url}' },
    { url: 'https://${trigger.host}/a@b' },
    { url, method: '${trigger.method}', body: { json: '${trigger}' } },
    { url, body: { form: '${trigger}' }, query: '${trigger}', headers: { a: '${trigger.a}' } },
    { url, pagination: { next: 'link', items: 'rows', pagesMax: 3 }, auth: { bearer: 'KEY' } },
  ])('[N783] %j is none', (config) => {
    expect(problemsOf(config)).toEqual([]);
  });

  it('[N3770] a new node has no address, and is told to have one', () => {
    const node = { id: 'call', type: 'http', config: { ...nativeNodes.http.initialConfig } };
    expect(compileNative({ skein: 1, nodes: [node] }).diagnostics).toMatchObject([
      {
        pointer: '/nodes/0/config/url',
        severity: 'warning',
        message: 'No address is written yet.',
      },
    ]);
  });
});
