// Tool calls as spans and metrics
import { SpanKind, SpanStatusCode, type Attributes, type Context } from '@opentelemetry/api';
import type { Tool, ToolCall, ToolSource } from '@skein/ports';
import { errorType } from './observed-model.ts';
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
    async find(name) {
      const tool = await tools.find(name);
      return tool === undefined ? undefined : observe(tool);
    },
  };
}

async function runTool(
  { tool, args, call }: { readonly tool: Tool; readonly args: unknown; readonly call: ToolCall },
  telemetry: Telemetry,
  parent: Context | null,
): Promise<unknown> {
  const { tracer, hasContent, instruments } = telemetry;
  const about: Attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool.name,
  };
  const startedAt = performance.now();
  const span = telemetry.safely(() =>
    parent === null
      ? null
      : tracer.startSpan(
          `execute_tool ${tool.name}`,
          {
            kind: SpanKind.INTERNAL,
            attributes: {
              ...about,
              'gen_ai.tool.type': 'function',
              'gen_ai.tool.call.id': call.callId,
              'skein.run.id': call.run,
              'skein.node.id': call.node,
              ...(hasContent ? { 'gen_ai.tool.call.arguments': textOf(args) } : {}),
            },
          },
          parent,
        ),
  );
  const end = (more: Attributes) =>
    telemetry.safely(() => {
      instruments.operationSeconds.record((performance.now() - startedAt) / 1000, {
        ...about,
        ...more,
      });
      span?.end();
    });
  try {
    const traced = span ? { ...call, trace: traceparentOf(span.spanContext()) } : call;
    const result = await tool.run(args, traced);
    if (hasContent)
      telemetry.safely(() => span?.setAttribute('gen_ai.tool.call.result', textOf(result)));
    end({});
    return result;
  } catch (error) {
    const type = errorType(error);
    span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.setAttribute('error.type', type);
    end({ 'error.type': type });
    throw error;
  }
}
