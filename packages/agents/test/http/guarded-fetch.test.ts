// Goal: nothing but the open internet is reached, whatever an address looks like and wherever it leads. Method: a real server on
// this machine, which counts who reaches it; names resolve through a lookup of the test's own.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { networkTrouble } from '@skein/ports';
import { freePort } from '@skein/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failureIn } from '../../src/failure-error.ts';
import { guardedFetch } from '../../src/http/guarded-fetch.ts';
import type { GuardOptions } from '../../src/http/http-call.ts';
import { isPublicAddress } from '../../src/http/public-address.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let port = 0;
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let handle: Handler = (_, response) => response.end('ok');

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body });
      handle(request, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  seen = [];
  handle = (_, response) => response.end('ok');
});

const local = (path = '/') => `http://127.0.0.1:${port}${path}`;

async function fetched(
  url: string,
  {
    options = {},
    ...call
  }: {
    options?: GuardOptions;
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    signal?: AbortSignal;
  } = {},
): Promise<string> {
  const fetch = guardedFetch(options);
  try {
    const reply = await fetch({
      method: 'GET',
      headers: {},
      signal: new AbortController().signal,
      ...call,
      url,
    });
    return `${reply.status} ${reply.text}`;
  } catch (error) {
    const { code, message, retry } = failureIn(error) ?? {
      code: 'NO FAILURE',
      message: String(error),
      retry: '',
    };
    return `${code} ${JSON.stringify(retry).replaceAll('"', '')} ${message}`;
  }
}

const allowed = () => ({ allow: [`127.0.0.1:${port}`] });
const resolving =
  (...addresses: string[]): LookupFunction =>
  (_, options, callback) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all === true) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };

describe('addresses', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '172.32.0.1'])(
    '[A80] %s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.1',
    '172.16.0.1',
    '172.31.255.255',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'localhost',
    '',
    '1.2.3',
  ])('[A80] "%s" is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('the guard', () => {
  it.each([
    ['this machine', () => local()],
    ['a decimal number', () => `http://2130706433:${port}/`],
    ['octal numbers', () => `http://0177.0.0.1:${port}/`],
    ['hexadecimal', () => `http://0x7f000001:${port}/`],
    ['a short form', () => `http://127.1:${port}/`],
    ['IPv6', () => `http://[::1]:${port}/`],
    ['mapped IPv6', () => `http://[::ffff:127.0.0.1]:${port}/`],
    ['mapped IPv6 in hexadecimal', () => `http://[::ffff:7f00:1]:${port}/`],
    ['nothing', () => `http://0.0.0.0:${port}/`],
    ['the metadata service', () => 'http://169.254.169.254/latest/meta-data'],
    ['a file', () => 'file:///etc/passwd'],
    ['gopher', () => `gopher://127.0.0.1:${port}/`],
    ['data', () => 'data:text/plain,x'],
    ['no address', () => 'not an address'],
    ['credentials', () => `http://user:secret@example.com/`],
  ])('[A81] refuses %s, and sends nothing', async (_, url) => {
    const answer = await fetched(url());
    expect(answer).toMatch(/^HTTP_REFUSED never /);
    expect(answer).not.toContain('secret');
    expect(seen).toEqual([]);
  });

  it('[A1150] what the operator could allow comes with a hint how', async () => {
    const fetch = guardedFetch({ lookup: resolving('127.0.0.1') });
    const { signal } = new AbortController();
    const call = (url: string) => ({ method: 'GET', headers: {}, signal, url });
    for (const host of ['127.0.0.1', 'example.test']) {
      const thrown = await fetch(call(`http://${host}:${port}/`)).catch(failureIn);
      expect(thrown).toMatchObject({
        code: 'HTTP_REFUSED',
        data: { hint: expect.stringContaining('"http": { "allow"') },
      });
    }
    const file = await fetch(call('file:///etc/passwd')).catch(failureIn);
    expect(file).not.toHaveProperty('data');
  });

  it('[A81] looks at every address of a name, and connects to one of those', async () => {
    const url = `http://example.test:${port}/`;
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], []]) {
      const answer = await fetched(url, { options: { lookup: resolving(...addresses) } });
      expect(answer).toMatch(/^HTTP_REFUSED/);
    }
    expect(seen).toEqual([]);
  });

  it('[A81] asks for a name once per connection, so a second answer cannot be another one', async () => {
    let asked = 0;
    const lookup: LookupFunction = (name, options, callback) => {
      asked++;
      resolving(asked === 1 ? '192.0.2.1' : '127.0.0.1')(name, options, callback);
    };
    await fetched(`http://rebinding.test:${port}/`, { options: { lookup } });
    expect([asked, seen]).toEqual([1, []]);
  });

  it('[A81] lets through what the host allows, by host or by host and port', async () => {
    expect(await fetched(local(), { options: allowed() })).toBe('200 ok');
    expect(await fetched(local(), { options: { allow: ['127.0.0.1'] } })).toBe('200 ok');
    expect(await fetched(local(), { options: { allow: [`127.0.0.1:${port + 1}`] } })).toMatch(
      /^HTTP_REFUSED/,
    );
  });

  it('[A82] looks at redirects like at first addresses', async () => {
    handle = (request, response) => {
      const target =
        request.url === '/inside' ? `http://localhost:${port}/secret` : 'file:///etc/passwd';
      response.writeHead(302, { location: target }).end();
    };
    const options = { ...allowed(), lookup: resolving('127.0.0.1') };
    expect(await fetched(local('/inside'), { options })).toMatch(/^HTTP_REFUSED/);
    expect(await fetched(local('/file'), { options })).toMatch(/^HTTP_REFUSED/);
    expect(seen.map(({ url }) => url)).toEqual(['/inside', '/file']);
  });

  it('[A82] follows at most five, as GET unless the answer says to repeat', async () => {
    handle = (_, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await fetched(local(), { options: allowed() })).toMatch(/more than 5 redirects/);
    expect(seen).toHaveLength(6);
    seen = [];
    handle = (request, response) => {
      if (request.url === '/end') response.end('end');
      else response.writeHead(request.url === '/keep' ? 307 : 303, { location: '/end' }).end();
    };
    for (const path of ['/keep', '/change']) {
      expect(await fetched(local(path), { options: allowed(), method: 'POST', body: 'x' })).toBe(
        '200 end',
      );
    }
    expect(seen.map(({ method, body }) => `${method} ${body}`)).toEqual([
      'POST x',
      'POST x',
      'POST x',
      'GET ',
    ]);
  });

  it('[A82] leaves secrets behind when it goes to another origin', async () => {
    handle = (request, response) => {
      if (request.url === '/end') response.end('end');
      else response.writeHead(302, { location: `http://localhost:${port}/end` }).end();
    };
    const options = { allow: ['127.0.0.1', 'localhost'] };
    const headers = {
      Authorization: 'Bearer x',
      Cookie: 'y',
      'X-Other': 'z',
      Host: 'evil',
      Connection: 'upgrade',
    };
    expect(await fetched(local(), { options, headers })).toBe('200 end');
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer x',
      cookie: 'y',
      'x-other': 'z',
    });
    expect(seen[0]?.headers.host).toBe(`127.0.0.1:${port}`);
    expect(seen[1]?.headers).toMatchObject({ 'x-other': 'z' });
    expect(seen[1]?.headers).not.toHaveProperty('authorization');
    expect(seen[1]?.headers).not.toHaveProperty('cookie');
  });

  it('[A83] bounds the time and the size of an answer', async () => {
    handle = () => {};
    const slow = { ...allowed(), timeoutMs: 100 };
    expect(await fetched(local(), { options: slow })).toMatch(
      /^HTTP_FAILED later .* within 100 ms/,
    );
    handle = (_, response) => {
      response.write('x'.repeat(600));
      response.end('y'.repeat(600));
    };
    const small = { ...allowed(), bytesMax: 1000 };
    expect(await fetched(local(), { options: small })).toMatch(
      /^HTTP_REFUSED never .* larger than 1000 bytes/,
    );
  });

  it('[A83] unpacks nothing', async () => {
    handle = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
    expect(await fetched(local(), { options: allowed() })).toMatch(/^HTTP_FAILED .* compressed/);
    expect(seen[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('[A83] stops when the node is cancelled', async () => {
    handle = () => {};
    const controller = new AbortController();
    const answer = fetched(local(), { options: allowed(), signal: controller.signal });
    controller.abort(new Error('cancelled'));
    expect(await answer).toMatch(/cancel|abort/i);
  });

  it('[A83] says what went wrong without the path, which may be a secret', async () => {
    handle = (request) => request.socket.destroy();
    const answer = await fetched(local('/token/abc?key=secret'), { options: allowed() });
    expect(answer).toMatch(/^HTTP_FAILED later /);
    expect(answer).not.toMatch(/abc|secret/);
  });
});

describe('the own server', () => {
  it.each([
    ['by its address', (place: string) => place],
    ['by a name of this machine', (place: string) => place.replace('127.0.0.1', 'localhost')],
    [
      'by another address of this machine',
      (place: string) => place.replace('127.0.0.1', '127.0.0.2'),
    ],
    ['in other digits', (place: string) => place.replace('127.0.0.1', '2130706433')],
    ['as a mapped address', (place: string) => place.replace('127.0.0.1', '[::ffff:127.0.0.1]')],
    ['by a name that leads there', (place: string) => place.replace('127.0.0.1', 'inside.example')],
  ])('[A561] is not reached %s, whatever is allowed', async (_title, of) => {
    const url = of(local('/api/v1/waits'));
    const options = {
      allow: [new URL(url).hostname],
      own: () => [local('')],
      lookup: resolving('127.0.0.1'),
    };
    expect(await fetched(url, { options })).toMatch(/^HTTP_REFUSED never .*server that runs/);
    expect(seen).toEqual([]);
  });

  it('[A561] is not reached by its public name, nor by a redirect; other ports are', async () => {
    const own = () => ['https://skein.example.com', 'http://0.0.0.0:9'];
    const named = await fetched('https://skein.example.com./api', { options: { own } });
    expect(named).toMatch(/^HTTP_REFUSED/);
    handle = (_, response) => {
      response.writeHead(302, { location: 'https://skein.example.com/api' });
      response.end();
    };
    const options = { ...allowed(), own };
    expect(await fetched(local(), { options })).toMatch(/^HTTP_REFUSED.*server that runs/);
    handle = (_, response) => response.end('ok');
    expect(await fetched(local(), { options })).toBe('200 ok');
  });
});

describe('what the system says', () => {
  const failing: LookupFunction = (name, _options, callback) =>
    callback(
      Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }),
      '',
      0,
    );

  it('[A3770] is said in words, with a cure, and goes along as the reason', async () => {
    const free = await freePort();
    const call = { method: 'GET', headers: {}, signal: new AbortController().signal };
    const said = async (url: string, options: GuardOptions) => {
      const error: unknown = await guardedFetch(options)({ ...call, url }).catch((e: unknown) => e);
      const { message, data } = failureIn(error)!;
      return { message, ...data };
    };
    expect(await said('https://nowhere.test/x', { lookup: failing })).toEqual({
      message: 'The request to https://nowhere.test failed: the host nowhere.test was not found.',
      hint: 'Check the address.',
      reason: 'getaddrinfo ENOTFOUND nowhere.test',
    });
    expect(await said(`http://127.0.0.1:${free}/`, { allow: [`127.0.0.1:${free}`] })).toMatchObject(
      {
        message: expect.stringContaining('the host 127.0.0.1 refused the connection.'),
        reason: expect.stringContaining('ECONNREFUSED'),
      },
    );
    expect(await said(`https://127.0.0.1:${port}/`, allowed())).toMatchObject({
      message: expect.stringContaining('does not speak TLS at this port.'),
      hint: expect.stringContaining('http://'),
    });
  });

  it('[A3770] is found in what wraps it, and nothing is made of what is unknown', () => {
    const expired = Object.assign(new Error('certificate has expired'), {
      code: 'CERT_HAS_EXPIRED',
    });
    const wrapped = new TypeError('fetch failed', { cause: expired });
    expect(networkTrouble(wrapped, 'old.test')).toMatchObject({
      says: 'the certificate of the host old.test has expired',
      reason: 'certificate has expired',
    });
    const refused = Object.assign(new Error('connect ECONNREFUSED ::1:9'), {
      code: 'ECONNREFUSED',
    });
    const both = Object.assign(new AggregateError([refused]), { code: 'ECONNREFUSED' });
    expect(networkTrouble(both)).toMatchObject({
      says: 'the host refused the connection',
      reason: 'connect ECONNREFUSED ::1:9',
    });
    const odd = Object.assign(new Error('odd'), { code: 'constructor' });
    expect([networkTrouble(odd), networkTrouble('text')]).toEqual([null, null]);
  });
});
