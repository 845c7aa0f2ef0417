// The tools for building workflows, over the pipes of a process.
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { isObject, type Json, type JsonObject } from '@skein/api';
import type { BuildingHost } from '../../building/building-host.ts';
import { buildingTools } from '../../building/building-tools.ts';
import { isClientFault } from '../is-client-fault.ts';
import type { BuildingStdioOptions, McpStdio } from '../mcp-options.ts';
import { problemResult } from '../runs/problem-result.ts';
import { unchecked } from '../unchecked.ts';

const instructions =
  'Tools to build Skein workflows: list_node_types and find_examples first, then save_workflow, repair what it reports with patch_workflow, try_workflow with a script, and test_workflow. Models are not called and nothing is published unless you are asked to.';

export function buildingPipe({ host, version, input, output }: BuildingStdioOptions): McpStdio {
  const ended = new Promise<void>((resolve) => {
    input.once('close', resolve);
    input.once('end', resolve);
  });
  const handle = serveStdio(() => buildingServer(host, version), {
    transport: new StdioServerTransport(input, output),
    onerror: (error) => void (isClientFault(error) || host.onProblem(error)),
  });
  return { ended, close: () => handle.close() };
}

function buildingServer(host: BuildingHost, version: string): Server {
  const server = new Server(
    { name: 'skein-build', version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator: { getValidator: unchecked } },
  );
  server.setRequestHandler('tools/list', () => ({ tools: listed() }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = buildingTools.find(({ name }) => name === params.name);
    if (tool === undefined) {
      const message = `There is no tool called ${JSON.stringify(params.name.slice(0, 200))}; list the tools to see what there is.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    try {
      // It came as a JSON message.
      return toResult(await tool.call(host, (params.arguments ?? {}) as JsonObject));
    } catch (error) {
      return problemResult(host, error);
    }
  });
  return server;
}

function listed() {
  return buildingTools.map(({ name, description, parameters, isReadOnly }) => ({
    name,
    description,
    // Each is an object.
    inputSchema: parameters as { readonly type: 'object' },
    annotations: { readOnlyHint: isReadOnly },
  }));
}

function toResult(value: Json): CallToolResult {
  const structured = isObject(value) ? { structuredContent: { ...value } } : {};
  return { content: [{ type: 'text', text: JSON.stringify(value) }], ...structured };
}
