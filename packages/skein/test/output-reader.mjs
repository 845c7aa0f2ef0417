// An MCP server that reads outputs of the run that calls it, as servers of others would: with what comes along with the call.
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const server = new Server({ name: 'reader', version: '1.0.0' }, { capabilities: { tools: {} } });
const text = { type: 'string' };
server.setRequestHandler('tools/list', async () => ({
  tools: [
    {
      name: 'read',
      description: 'Reads an address of the server below the outputs, or elsewhere.',
      inputSchema: { type: 'object', properties: { path: text, method: text } },
      annotations: { readOnlyHint: true },
    },
  ],
}));
server.setRequestHandler('tools/call', async ({ params }) => {
  const { url, token, run } = params._meta?.['skein/outputs'] ?? {};
  const { path = '', method = 'GET' } = params.arguments ?? {};
  const told = { run, token, url };
  if (url === undefined) return { content: [{ type: 'text', text: JSON.stringify(told) }] };
  const response = await fetch(new URL(path, url), {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  const body = await response.text();
  const seen = { ...told, status: response.status, body };
  return { content: [{ type: 'text', text: JSON.stringify(seen) }] };
});
await server.connect(new StdioServerTransport());
