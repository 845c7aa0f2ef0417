// A program with an MCP client starts `skein mcp`, calls a workflow as a tool, and answers what its run asks.
import assert from 'node:assert/strict';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const program = fileURLToPath(import.meta.resolve('../../packages/skein/bin/skein.mjs'));
const file = fileURLToPath(import.meta.resolve('../native/04-contract-approvals.json'));
const asked: string[] = [];

// #region client
const client = new Client(
  { name: 'example', version: '1.0.0' },
  { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
);
client.setRequestHandler('elicitation/create', ({ params }) => {
  asked.push(params.message); // A real client shows the form and lets its user decide.
  return { action: 'accept', content: { decision: 'approve', note: 'fine' } };
});
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--workflows', file],
    stderr: 'ignore',
  }),
);
const { tools } = await client.listTools();
const result = await client.callTool({
  name: 'contract-approvals',
  arguments: { input: { with: 'Ink & Co' } },
});
// #endregion

assert.ok(tools.some(({ name }) => name === 'contract-approvals'));
assert.deepEqual(result.content, [{ type: 'text', text: 'Signed with Ink & Co.' }]);
assert.equal(asked.length, 3);
console.log(result.content);
await client.close();
