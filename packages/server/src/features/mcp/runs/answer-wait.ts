import type { ServerContext } from '@modelcontextprotocol/server';
import type { Json, PlainOr, WaitId } from '@skein/api';
import type { McpHost } from '../mcp-host.ts';
import { callerOf, modelRunOf } from './caller-of.ts';

/** Answers for the caller, who may be a model of one of our own runs. */
export async function answerWait(
  { host, context }: { readonly host: McpHost; readonly context: ServerContext },
  wait: PlainOr<WaitId>,
  answer: Json,
): Promise<void> {
  const caller = modelRunOf(context);
  const by = caller === undefined ? {} : { caller };
  await host.answer(callerOf(host, context), { wait, answer, ...by });
}
