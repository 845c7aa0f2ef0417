// The MCP server of one caller
// Lists are built for every request, from what is stored then.
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolRequest,
  type ListToolsResult,
  type LoggingLevel,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '@skein/api';
import { callWorkflow } from './tools/call-workflow.ts';
import { clientSide } from './runs/client-side.ts';
import { CallGone, type ToolResult } from './runs/follow-run.ts';
import { isClientFault } from './is-client-fault.ts';
import type { McpHost } from './mcp-host.ts';
import { problemResult } from './runs/problem-result.ts';
import { findRunTool, listRunTools } from './tools/run-tools.ts';
import { completeArgument, getPrompt, listPrompts } from './resources/prompts.ts';
import { listResources, readResource, resourceTemplates } from './resources/resources.ts';
import { unchecked } from './unchecked.ts';
import { findWorkflowTool, listWorkflowTools } from './tools/workflow-tools.ts';

const instructions =
  'Every tool except answer_wait, get_run, list_runs and cancel_run runs a workflow and returns its output. A run may wait for a person: then the result says for what. Ask your user, and pass the answer on with answer_wait. Approvals are not yours to give: a person decides them.';

const nameMax = 200;

export function mcpServer(host: McpHost, version: string): Server {
  const server = new Server(
    { name: 'skein', version },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: {},
        prompts: {},
        completions: {},
        logging: {},
      },
      instructions,
      jsonSchemaValidator: { getValidator: unchecked },
    },
  );
  server.onerror = (error) => void (isClientFault(error) || host.onProblem(error));
  server.setRequestHandler('tools/list', ({ params }) => listTools(host, params?.cursor));
  server.setRequestHandler('resources/list', () => listResources(host));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', ({ params }) => readResource(host, params.uri));
  server.setRequestHandler('prompts/list', ({ params }) => listPrompts(host, params?.cursor));
  server.setRequestHandler('prompts/get', ({ params }) =>
    getPrompt(host, params.name, params.arguments ?? {}),
  );
  server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) =>
    completeArgument(host, ref.type === 'ref/prompt' ? ref.name : '', argument),
  );
  // Of an older client: this server is its session. Newer ones say it with each request.
  let logsFrom: LoggingLevel | undefined;
  server.setRequestHandler('logging/setLevel', ({ params }) => {
    logsFrom = params.level;
    return {};
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    try {
      return await callTool({ host, server, params, context, logsFrom });
    } catch (error) {
      // Nobody waits for a result any more.
      if (error instanceof CallGone || error instanceof ProtocolError) throw error;
      return problemResult(host, error);
    }
  });
  return server;
}

/** Tools about runs are on the first page, the only one that clients without paging see. */
async function listTools(host: McpHost, cursor: string | undefined): Promise<ListToolsResult> {
  const page = await listWorkflowTools(host, cursor);
  if (page === null) {
    const message = 'Unknown cursor; list the tools from the start.';
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
  readonly logsFrom: LoggingLevel | undefined;
}): Promise<ToolResult> {
  const { host, server, params, context, logsFrom } = call;
  const { name } = params;
  // It came as a JSON message.
  const args = (params.arguments ?? {}) as JsonObject;
  const client = clientSide(server, context, logsFrom);
  const about = findRunTool(name);
  if (about !== undefined) return about.run({ host, context, client, args });
  const tool = await findWorkflowTool(host, name);
  if (tool !== null) return callWorkflow({ host, context, client, tool, args });
  const message = `There is no tool called ${JSON.stringify(name.slice(0, nameMax))}; list the tools to see what there is.`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
