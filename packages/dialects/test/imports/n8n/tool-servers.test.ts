// Goal: tools that n8n offers over MCP become workflows, which are what MCP clients call here.
import { expect, it } from 'vitest';
import { compileDefinition } from '../../../src/index.ts';
import { convert, errorsOf, kindsOf, n8n, type BuiltNode } from './build-n8n.ts';

const lc = '@n8n/n8n-nodes-langchain.';

it('[N2853] each tool of an MCP server is a workflow of its own, with the arguments as its input', () => {
  const nodes: readonly BuiltNode[] = [
    { name: 'Server', type: `${lc}mcpTrigger`, parameters: { path: 'tools' } },
    {
      name: 'Get page',
      type: 'httpRequestTool',
      version: 4.2,
      parameters: {
        toolDescription: 'Gets a page.',
        url: "=https://example.org/{{ $fromAI('page', 'its name') }}",
      },
    },
    { name: 'Double', type: `${lc}toolCode`, parameters: { jsCode: 'return query * 2;' } },
    { name: 'Lamp', type: 'philipsHueTool', parameters: { operation: 'get', lightId: '1' } },
  ];
  const imported = convert(
    n8n(nodes, ['Get page>ai_tool>Server', 'Double>ai_tool>Server', 'Lamp>ai_tool>Server']),
  );
  expect(errorsOf(imported)).toEqual([]);
  expect([...new Set(kindsOf(imported))]).toEqual(['binding']);
  expect(imported.more.map(({ id }) => id)).toEqual(['Get_page', 'Double', 'Lamp']);
  for (const definition of imported.more) {
    const { diagnostics } = compileDefinition(definition);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
  expect(imported.more[0]).toMatchObject({
    description: 'Gets a page.',
    nodes: [
      {
        type: 'start',
        config: { schema: { properties: { page: { type: 'string', description: 'its name' } } } },
      },
      { type: 'tool', config: { tool: 'Get_page', args: '${trigger}' } },
      { type: 'end' },
    ],
    tools: { Get_page: { http: { method: 'GET' } } },
  });
});
