// A service with accounts, in a process of its own: a real OAuth server (oidc-provider), which gives a refresh token one use and ends the
// whole sign-in when it is used twice, and an API that takes its tokens. Tests look at it and change it at `/control`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { getRequestListener } from '@hono/node-server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import Provider from 'oidc-provider';
import { clientId, clientSecret, type SeenByService } from './oauth-service.ts';

const [, , callback = ''] = process.argv;
const seen: SeenByService = { asked: [], tokens: [], clients: [], granted: 0, refused: 0 };
let tokenSeconds = 3600;
let wantsMore = false;
const grants = new Set<string>();
const metadataPath = '/described/mcp';

const server = createServer();
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const { port } = server.address() as AddressInfo;
const url = `http://127.0.0.1:${port}`;

const provider = new Provider(url, {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  scopes: ['api', 'more'],
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: true },
    revocation: { enabled: true },
    registration: { enabled: true },
    // As MCP servers want it: a token says for which of them it is.
    resourceIndicators: {
      enabled: true,
      defaultResource: () => [],
      getResourceServerInfo: () => ({ scope: 'api more', accessTokenFormat: 'opaque' }),
      useGrantedResource: () => true,
    },
  },
  findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  ttl: { AccessToken: () => tokenSeconds, RefreshToken: 86_400, Grant: 86_400 },
  cookies: { keys: ['test'] },
});
const isRenewal = (context: { readonly oidc: { readonly params?: object | undefined } }) =>
  Reflect.get(context.oidc.params ?? {}, 'grant_type') === 'refresh_token';
provider.on('grant.success', (context) => {
  const body = context.body as { access_token?: string; refresh_token?: string };
  for (const token of [body.access_token, body.refresh_token])
    if (token !== undefined) seen.tokens.push(token);
  const { grantId } = context.oidc.entities.AccessToken ?? {};
  if (grantId !== undefined) grants.add(grantId);
  if (isRenewal(context)) seen.granted += 1;
});
provider.on('registration_create.success', (_, client) => seen.clients.push(client.clientId));
provider.on('grant.error', (context) => {
  if (isRenewal(context)) seen.refused += 1;
});
const oauth = provider.callback();

server.on('request', (request, response) => {
  const { pathname } = new URL(request.url ?? '/', url);
  if (pathname === '/control') void control(request, response);
  else if (pathname === '/mcp') void serveMcp(request, response);
  else if (pathname === metadataPath) describeMcp(response);
  else if (pathname.startsWith('/api/')) void answer(request, response);
  else void oauth(request, response);
});
process.on('disconnect', () => process.exit());
// It ends by a signal, and would never write down what it compiled: the next one would compile all of it again.
flushCompileCache();
process.send?.(url);

async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const wanted = new URL(request.url ?? '/', url).searchParams;
  const seconds = wanted.get('tokenSeconds');
  if (seconds !== null) tokenSeconds = Number(seconds);
  if (wanted.has('more')) wantsMore = true;
  if (wanted.has('refuse'))
    for (const token of seen.tokens) await (await provider.AccessToken.find(token))?.destroy();
  if (wanted.has('end')) for (const id of grants) await (await provider.Grant.find(id))?.destroy();
  response.end(JSON.stringify(seen));
}

/** The same API as an MCP server: only for whoever has a token. */
async function serveMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const account = await accountOf(request);
  seen.asked.push(`mcp ${account ?? 'nobody'}`);
  if (account === undefined) {
    const metadata = `resource_metadata="${url}${metadataPath}"`;
    response.writeHead(401, { 'www-authenticate': `Bearer scope="api", ${metadata}` }).end();
    return;
  }
  if (wantsMore && !(await scopesOf(request)).includes('more')) {
    const wanted = 'Bearer error="insufficient_scope", scope="more"';
    response.writeHead(403, { 'www-authenticate': wanted }).end();
    return;
  }
  const handler = createMcpHandler(() => {
    const made = new McpServer({ name: 'crm', version: '1.0.0' });
    made.registerTool('whoami', { description: 'Who you are.' }, () => ({
      content: [{ type: 'text', text: `${account} ${request.headers.authorization ?? ''}` }],
    }));
    return made;
  });
  await getRequestListener((given) => handler.fetch(given))(request, response);
}

/** Where people sign in (RFC 9728). */
function describeMcp(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ resource: `${url}/mcp`, authorization_servers: [url] }));
}

async function scopesOf({ headers }: IncomingMessage): Promise<readonly string[]> {
  const found = await provider.AccessToken.find(
    headers.authorization?.replace('Bearer ', '') ?? '',
  );
  return [...(found?.scopes ?? [])];
}

async function accountOf({ headers }: IncomingMessage): Promise<string | undefined> {
  const token = headers.authorization?.replace('Bearer ', '') ?? '';
  const found = await provider.AccessToken.find(token);
  const grant = found?.grantId === undefined ? undefined : await provider.Grant.find(found.grantId);
  return grant === undefined ? undefined : found?.accountId;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization = null } = request.headers;
  const account = await accountOf(request);
  seen.asked.push(account ?? 'nobody');
  response.writeHead(account === undefined ? 401 : 200, { 'content-type': 'application/json' });
  // It repeats what it was sent, as careless services do.
  response.end(JSON.stringify({ account: account ?? null, sent: authorization }));
}
