// Tool calls as spans and metrics
// T1. A call of an MCP server is the span of the tool call, with attributes about the server: the conventions want no second one.
import {
  context,
  SpanKind,
  SpanStatusCode,
  trace as tracing,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import {
  withoutUndefined,
  type CalledServer,
  type Tool,
  type ToolCall,
  type ToolSource,
} from '@skein/ports';
import { errorType, serverAttributes } from './observed-model.ts';
import { textOf } from './said.ts';
import type { Telemetry } from './telemetry.ts';
import { traceparentOf } from './trace-ids.ts';

export function observedTools(
  tools: ToolSource,
  telemetry: Telemetry,
  parentOf: (caller: string) => Context | null,
): ToolSource {
  const observe = (tool: Tool): Tool => ({
    ...tool,
    run: (args, call) => runTool({ tool, args, call }, telemetry, parentOf(call.node)),
  });
  return {
    list: async () => (await tools.list()).map(observe),
    async find(name, own) {
      const tool = await tools.find(name, own);
      return tool === undefined ? undefined : observe(tool);
    },
  };
}

interface MadeCall {
  readonly tool: Tool;
  readonly args: unknown;
  readonly call: ToolCall;
}

async function runTool(
  made: MadeCall,
  telemetry: Telemetry,
  parent: Context | null,
): Promise<unknown> {
  const { tool, args, call } = made;
  const { hasContent } = telemetry;
  const startedAt = performance.now();
  const span = telemetry.safely(() => startSpan(made, telemetry, parent)) ?? null;
  let server: CalledServer | null = null;
  const traced: ToolCall = {
    ...call,
    ...withoutUndefined({ trace: span === null ? undefined : traceparentOf(span.spanContext()) }),
    onServer(called) {
      server = called;
      telemetry.safely(() => span?.setAttributes(calledAttributes(called)));
    },
  };
  const run = () => tool.run(args, traced);
  try {
    const result = await (span === null || parent === null
      ? run()
      : context.with(tracing.setSpan(parent, span), run));
    if (hasContent)
      telemetry.safely(() => span?.setAttribute('gen_ai.tool.call.result', textOf(result)));
    measure(telemetry, { tool, server, startedAt });
    return result;
  } catch (error) {
    const type = toolErrorType(error, server);
    span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.setAttribute('error.type', type);
    measure(telemetry, { tool, server, startedAt }, { 'error.type': type });
    throw error;
  } finally {
    telemetry.safely(() => span?.end());
  }
}

function startSpan(
  { tool, args, call }: MadeCall,
  { tracer, hasContent }: Telemetry,
  parent: Context | null,
): Span | null {
  if (parent === null) return null;
  const attributes: Attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool.name,
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': call.callId,
    'skein.run.id': call.run,
    'skein.node.id': call.node,
    ...(hasContent && { 'gen_ai.tool.call.arguments': textOf(args) }),
  };
  return tracer.startSpan(
    `execute_tool ${tool.name}`,
    { kind: SpanKind.INTERNAL, attributes },
    parent,
  );
}

/** Without the session: it is another one after every connection. */
function serverKind({ method, protocolVersion, transport, server }: CalledServer): Attributes {
  return {
    'mcp.method.name': method,
    'network.transport': transport,
    ...(transport === 'tcp' && { 'network.protocol.name': 'http' }),
    ...withoutUndefined({ 'mcp.protocol.version': protocolVersion }),
    ...serverAttributes(server),
  };
}

function calledAttributes(called: CalledServer): Attributes {
  return { ...serverKind(called), ...withoutUndefined({ 'mcp.session.id': called.session }) };
}

function measure(
  { instruments, safely }: Telemetry,
  call: {
    readonly tool: Tool;
    readonly server: CalledServer | null;
    readonly startedAt: number;
  },
  more: Attributes = {},
): void {
  const { tool, server, startedAt } = call;
  const about: Attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool.name,
    ...more,
  };
  safely(() => {
    const seconds = (performance.now() - startedAt) / 1000;
    instruments.operationSeconds.record(seconds, about);
    if (server !== null)
      instruments.mcpSeconds.record(seconds, { ...about, ...serverKind(server) });
  });
}

/** What an MCP server says went wrong in its tool has a name of its own. */
function toolErrorType(error: unknown, server: CalledServer | null): string {
  const type = errorType(error);
  return server !== null && type === 'Error' ? 'tool_error' : type;
}
