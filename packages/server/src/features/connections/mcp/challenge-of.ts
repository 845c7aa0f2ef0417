import type { FetchLike } from '@modelcontextprotocol/client';

export interface Challenge {
  /** Where the server describes itself, if not at the usual place. */
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
}

const protocolVersion = '2025-11-25';

/** Some servers greet everybody, and ask who it is for their tools only. */
const questions = [
  { method: 'tools/list', params: {} },
  {
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'skein', version: '1.0.0' } },
  },
];

/** What the server says to somebody without a token. A server that says nothing of it is looked for at the usual places. */
export async function challengeOf(url: string, fetchFn: FetchLike): Promise<Challenge> {
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client');
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': protocolVersion,
  };
  for (const question of questions) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...question });
    const response = await fetchFn(url, { method: 'POST', headers, body });
    await response.body?.cancel();
    if (response.status === 401) return extractWWWAuthenticateParams(response);
  }
  return {};
}
