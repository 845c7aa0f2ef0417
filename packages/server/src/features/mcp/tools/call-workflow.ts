// Calling a workflow
// C1. A call starts a run. With an idempotency key in `_meta` a repeated call follows the run of the first.
// C2. The rounds in which a client brings answers belong to one call: the state that it carries names the run. That is
//     neither a secret nor a permission: it leads only to the caller's own runs of this workflow.
// C3. A cancelled call cancels its run. A lost connection does not, unless there is no other way to cancel; and never if the
//     caller gave a key, and so may come back.
import { SdkError, SdkErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import type { JsonObject, PlainOr, RunId } from '@skein/api';
import { EngineError } from '@skein/ports';
import type { ClientSide } from '../runs/client-side.ts';
import { CallGone, followRun, type ToolResult } from '../runs/follow-run.ts';
import { readRoundState } from '../runs/round-state.ts';
import { ownValue } from '../own-value.ts';
import type { McpHost } from '../mcp-host.ts';
import { ownRun } from '../../runs/own-run.ts';
import type { WorkflowTool } from './workflow-tools.ts';

const keyName = 'skein/idempotencyKey';
const keyMax = 200;

export interface WorkflowCall {
  readonly host: McpHost;
  readonly context: ServerContext;
  readonly client: ClientSide;
  readonly tool: WorkflowTool;
  readonly args: JsonObject;
}

export async function callWorkflow(call: WorkflowCall): Promise<ToolResult> {
  const { host, context, client } = call;
  const key = keyOf(context);
  const run = await runOf(call, key);
  try {
    return await followRun({ host, context, client, run });
  } catch (error) {
    if (error instanceof CallGone && isCancelled(call, key)) await cancelRun(host, run);
    throw error;
  }
}

async function runOf(call: WorkflowCall, key: string | undefined): Promise<string> {
  const { host, context, tool, args } = call;
  const { engine, user } = host;
  const round = readRoundState(context.mcpReq.requestState());
  if (round !== undefined) return requireRun(call, round.run);
  const input = tool.input.read(args);
  const trace = ownValue(context.mcpReq._meta, 'traceparent');
  const started = await engine.runs.start(tool.workflow.id, {
    ...(input === undefined ? {} : { input }),
    ...(user === undefined ? {} : { user }),
    ...(key === undefined ? {} : { idempotencyKey: key }),
    ...(typeof trace === 'string' ? { trace } : {}),
  });
  return started.id;
}

async function requireRun({ host, tool }: WorkflowCall, id: string): Promise<string> {
  const { workflow } = await ownRun(host.engine, host.user, id);
  if (workflow.id === tool.workflow.id) return id;
  throw new EngineError('RUN_NOT_FOUND', { run: id });
}

function keyOf({ mcpReq }: ServerContext): string | undefined {
  const key = ownValue(mcpReq._meta, keyName);
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key !== '' && key.length <= keyMax) return key;
  const message = `must be a string of 1 to ${keyMax} characters`;
  const complaints = [{ in: '_meta', pointer: `/${keyName}`, message }];
  throw new EngineError('REQUEST_INVALID', { complaints });
}

function isCancelled({ host, context }: WorkflowCall, key: string | undefined): boolean {
  const { reason } = context.mcpReq.signal;
  const isDisconnected =
    reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed;
  if (!isDisconnected) return true;
  return host.cancelsOnDisconnect && key === undefined && !host.isClosing();
}

async function cancelRun({ engine, onProblem }: McpHost, run: PlainOr<RunId>): Promise<void> {
  try {
    await engine.runs.cancel(run, { reason: 'The caller cancelled the call.' });
  } catch (error) {
    // It may have ended in the meantime.
    if (!(error instanceof EngineError && error.code === 'RUN_ENDED')) onProblem(error);
  }
}
