// A coding agent builds a workflow: it saves a draft, repairs what is reported, and tries it without a model.
import assert from 'node:assert/strict';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Client, type CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const program = fileURLToPath(import.meta.resolve('../../packages/skein/bin/skein.mjs'));
const nodes = [
  { id: 'draft', type: 'llm', config: { prompt: 'A slogan for ${trigger.product}' } },
  { id: 'fine', type: 'approval', config: { prompt: 'Print it?' } },
  { id: 'print', type: 'transform', config: { value: 'Printed: ${draft.output}' } },
];

// #region client
const client = new Client({ name: 'agent', version: '1.0.0' });
const args = [program, 'mcp', '--build', '--store', 'memory'];
await client.connect(
  new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }),
);
const call = async (name: string, given: Record<string, unknown>) => {
  const result = (await client.callTool({ name, arguments: given })) as CallToolResult;
  return result.structuredContent as Record<string, unknown>;
};

const edges = [
  { from: 'draft', to: 'fine' },
  { from: 'fine', out: 'approved', to: 'printer' }, // There is no such node.
];
const saved = await call('save_workflow', {
  definition: { skein: 1, id: 'slogans', nodes, edges },
});
const ops = [
  { op: 'remove_edge', from: 'fine', to: 'printer' },
  { op: 'add_edge', edge: { from: 'fine', out: 'approved', to: 'print' } },
];
const repaired = await call('patch_workflow', { id: 'slogans', ops });
const tried = await call('try_workflow', {
  id: 'slogans',
  input: { product: 'pens' },
  script: { replies: [{ text: 'Write on.' }] },
  answers: [{ node: 'fine', answer: 'approve' }],
});
console.log(saved['valid'], repaired['valid'], tried['output']); // false true Printed: Write on.
// #endregion

assert.deepEqual(
  [saved['valid'], repaired['valid'], tried['output']],
  [false, true, 'Printed: Write on.'],
);
await client.close();
