// The server of one caller
// Lists are made anew for every request, from what the store holds then.
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolRequest,
  type JsonSchemaValidator,
  type ListToolsResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { callWorkflow } from './tools/call-workflow.ts';
import { clientSide } from './runs/client-side.ts';
import { CallGone, type ToolResult } from './runs/follow-run.ts';
import type { JsonObject } from './own-value.ts';
import type { McpHost } from './mcp-host.ts';
import { failureResult, problemResult } from './runs/problem-result.ts';
import { findRunTool, listRunTools } from './tools/run-tools.ts';
import { findWorkflowTool, listWorkflowTools } from './tools/workflow-tools.ts';

const instructions =
  'Every tool but answer_wait, get_run, list_runs and cancel_run runs a workflow and gives its output. A run may wait for a person: then the result says for what. Ask your user, and give the decision with answer_wait.';

export function mcpServer(host: McpHost, version: string): Server {
  const server = new Server(
    { name: 'skein', version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions,
      jsonSchemaValidator: { getValidator: unchecked },
    },
  );
  server.onerror = host.onProblem;
  server.setRequestHandler('tools/list', ({ params }) => listTools(host, params?.cursor));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    try {
      return await callTool({ host, server, params, context });
    } catch (error) {
      // Nobody waits for what is returned.
      if (error instanceof CallGone) throw error;
      return problemResult(host, error);
    }
  });
  return server;
}

/** Tools about runs are on the first page, which clients that know no pages see. */
async function listTools(host: McpHost, cursor: string | undefined): Promise<ListToolsResult> {
  const page = await listWorkflowTools(host, cursor);
  if (page === null) {
    const message = 'The cursor leads nowhere; list the tools from the beginning.';
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  const tools = page.tools.map(({ tool }) => tool);
  if (cursor === undefined) tools.push(...listRunTools());
  return { tools, ...(page.nextCursor !== null && { nextCursor: page.nextCursor }) };
}

async function callTool(call: {
  readonly host: McpHost;
  readonly server: Server;
  readonly params: CallToolRequest['params'];
  readonly context: ServerContext;
}): Promise<ToolResult> {
  const { host, server, params, context } = call;
  const { name } = params;
  // It came as a JSON message.
  const args = (params.arguments ?? {}) as JsonObject;
  const client = clientSide(server, context);
  const about = findRunTool(name);
  if (about !== undefined) return about.run({ host, context, client, args });
  const tool = await findWorkflowTool(host, name);
  if (tool !== null) return callWorkflow({ host, context, client, tool, args });
  return failureResult({
    code: 'WORKFLOW_NOT_FOUND',
    message: `No tool is called ${JSON.stringify(name)}.`,
    hint: 'List the tools to see which there are.',
  });
}

/** The engine checks what enters runs and answers waits; the library's own checker would make code from schemas. */
function unchecked<T>(): JsonSchemaValidator<T> {
  // What it is given is what the other side said it is.
  return (value) => ({ valid: true, data: value as T, errorMessage: undefined });
}
