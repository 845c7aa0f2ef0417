import type { ServerContext } from '@modelcontextprotocol/server';
import type { Json, PlainOr, WaitId } from '@skein/api';
import type { GivenAnswer } from '../../waits/answer-as.ts';
import type { McpHost } from '../mcp-host.ts';
import { callerOf, modelRunOf } from './caller-of.ts';

export interface Answering {
  readonly host: McpHost;
  readonly context: ServerContext;
}

/** What a person filled in. A model of one of our own runs may have shown the form to itself. */
export async function answerByForm(
  { host, context }: Answering,
  wait: PlainOr<WaitId>,
  answer: Json,
): Promise<void> {
  await host.answer(callerOf(host, context), { wait, answer, ...modelOf(context) });
}

/** What the arguments of a tool say, which a model writes: it may be the one whose calls led to the wait. */
export async function answerByTool(
  { host, context }: Answering,
  wait: PlainOr<WaitId>,
  answer: Json,
): Promise<void> {
  const caller = callerOf(host, context);
  const asModelOf = caller.owner;
  await host.answer(caller, { wait, answer, asModelOf, ...modelOf(context) });
}

function modelOf(context: ServerContext): Pick<GivenAnswer, 'caller'> {
  const caller = modelRunOf(context);
  return caller === undefined ? {} : { caller };
}
