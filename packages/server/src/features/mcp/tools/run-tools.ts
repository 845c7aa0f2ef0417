// Tools about runs
// To look at runs, answer and cancel them after a call: a client without forms gets a run that waits, a long output is cut, and
// a connection may break.
import { isoTime } from '../../../values/iso-time.ts';
import type { Tool } from '@modelcontextprotocol/server';
import { runStatus, type Json, type JsonObject } from '@skein/api';
import { EngineError, type WaitRecord } from '@skein/ports';
import { isOwn } from '../../../identity/identity.ts';
import { canAnswer } from '../../waits/answer-as.ts';
import { visibleWait } from '../../waits/visible-wait.ts';
import { answerByTool } from '../runs/answer-wait.ts';
import { callerOf, modelRunOf } from '../runs/caller-of.ts';
import { orNull } from '../../../values/or-null.ts';
import { followRun, type Followed, type ToolResult } from '../runs/follow-run.ts';
import { ownValue } from '../own-value.ts';
import type { McpHost } from '../mcp-host.ts';
import { ownRun } from '../../runs/own-run.ts';
import { partResult, runResult } from '../runs/run-result.ts';

/** Without the run, which each tool finds by its arguments. */
export type RunToolCall = Omit<Followed, 'run'> & { readonly args: JsonObject };

interface RunTool {
  readonly tool: Tool;
  readonly run: (call: RunToolCall) => Promise<ToolResult>;
}

const runArgument = { type: 'string', description: 'The id of the run.' };

const answerTool: RunTool = {
  tool: {
    name: 'answer_wait',
    title: 'Answer a wait',
    description:
      'Passes on what a person has answered to a question of a waiting run, then follows the run. Approvals are decided by a person: they are asked with a form, or decide elsewhere. Idempotent: repeating the same answer is fine.',
    inputSchema: {
      type: 'object',
      properties: {
        wait: { type: 'string', description: 'The id of the wait.' },
        answer: {
          description:
            'The person\'s answer, as the schema of the wait asks for it; for an approval { "decision": "approve" | "reject", "note": … }.',
        },
      },
      required: ['wait', 'answer'],
      additionalProperties: false,
    },
    annotations: { idempotentHint: true },
  },
  async run(call) {
    const { host, args, context } = call;
    const wait = textOf(args, 'wait');
    const { engine } = host;
    const caller = callerOf(host, context);
    const record = await visibleWait(engine, caller, wait);
    // Later rounds bring answers to other questions; this one was given in the first round.
    if (context.mcpReq.requestState() === undefined) {
      const answer = ownValue(args, 'answer');
      if (answer === undefined) throw invalid('/answer', 'is missing');
      await orByForm(call, record, () => answerByTool(call, wait, answer));
    }
    // Whom a wait of somebody else names sees no more of the run than that.
    if (!isOwn(caller, record)) return answeredResult(wait);
    const { root = record.run } = await engine.runs.record(record.run);
    // A model that follows its own run would wait for itself.
    const model = modelRunOf(context);
    const above = model === undefined ? null : await orNull(() => engine.runs.record(model));
    if (above !== null && (above.root ?? above.id) === root) return answeredResult(wait);
    return followRun({ ...call, run: root });
  },
};

/** What a model may not decide is decided by its user, where the client shows forms: the run is followed, and asks. */
async function orByForm(
  { host, context, client }: RunToolCall,
  { question, user = '' }: WaitRecord,
  give: () => Promise<void>,
): Promise<void> {
  try {
    await give();
  } catch (error) {
    const caller = callerOf(host, context);
    const isForbidden = error instanceof EngineError && error.code === 'NOT_ALLOWED';
    const canAsk = client.showsForms && user === caller.owner && canAnswer(caller, question);
    if (!isForbidden || !canAsk || modelRunOf(context) !== undefined) throw error;
  }
}

function answeredResult(wait: string): ToolResult {
  return {
    content: [{ type: 'text', text: `The wait ${wait} is answered.` }],
    structuredContent: { wait, status: 'answered' },
  };
}

const getRun: RunTool = {
  tool: {
    name: 'get_run',
    title: 'Look at a run',
    description:
      'The state of a run: its output, what it waits for, or why it failed. With `follow` it returns when the run ends or waits; with `offset` it returns a part of a long output.',
    inputSchema: {
      type: 'object',
      properties: {
        run: runArgument,
        follow: {
          type: 'boolean',
          description: 'Whether to wait until the run ends or waits for somebody.',
        },
        offset: {
          type: 'integer',
          minimum: 0,
          description: 'Where the returned part of the output starts, in characters.',
        },
      },
      required: ['run'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
  },
  async run(call) {
    const { host, args } = call;
    const { id } = await ownRun(host.engine, host.user, textOf(args, 'run'));
    const offset = ownValue(args, 'offset');
    if (offset === undefined) {
      if (ownValue(args, 'follow') === true) return followRun({ ...call, run: id });
      return runResult(host, await host.engine.runs.get(id));
    }
    if (typeof offset !== 'number' || !Number.isInteger(offset) || offset < 0) {
      throw invalid('/offset', 'must be an integer, 0 or more');
    }
    return partResult(host, await host.engine.runs.get(id), offset);
  },
};

const statuses = runStatus.options;
const pageSize = 20;

const listRuns: RunTool = {
  tool: {
    name: 'list_runs',
    title: 'List runs',
    description: 'The newest runs with their status: finds a run whose id was lost.',
    inputSchema: {
      type: 'object',
      properties: {
        status: { type: 'string', enum: [...statuses] },
        cursor: { type: 'string', description: 'The `nextCursor` of the previous page.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
  },
  run: ({ host, args }) => runsPage(host, args),
};

async function runsPage({ engine, user }: McpHost, args: JsonObject): Promise<ToolResult> {
  const given = ownValue(args, 'status');
  const status = statuses.find((known) => known === given);
  if (given !== undefined && status === undefined) {
    throw invalid('/status', `must be one of ${statuses.join(', ')}`);
  }
  const cursor = ownValue(args, 'cursor') === undefined ? undefined : textOf(args, 'cursor');
  const page = await engine.runs.list({
    order: 'newest',
    limit: pageSize,
    ...(user === undefined ? {} : { user }),
    ...(status === undefined ? {} : { status }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  const runs = page.items
    .filter((record) => record.user === user && record.parent === undefined)
    .map(({ id, workflow, name, status: state, createdAt, updatedAt }) => ({
      run: id,
      workflow: workflow.id,
      ...(name === undefined ? {} : { name }),
      status: state,
      createdAt: isoTime(createdAt),
      updatedAt: isoTime(updatedAt),
    }));
  const lines = runs.map((run) => `${run.run} ${run.status} ${run.name ?? run.workflow}`);
  return {
    content: [{ type: 'text', text: lines.length === 0 ? 'No runs.' : lines.join('\n') }],
    structuredContent: { runs, nextCursor: page.nextCursor },
  };
}

const cancelRun: RunTool = {
  tool: {
    name: 'cancel_run',
    title: 'Cancel a run',
    description: 'Cancels a run that is running or waiting.',
    inputSchema: {
      type: 'object',
      properties: { run: runArgument },
      required: ['run'],
      additionalProperties: false,
    },
    annotations: { destructiveHint: true, idempotentHint: true },
  },
  async run({ host, args }) {
    const { id } = await ownRun(host.engine, host.user, textOf(args, 'run'));
    await host.engine.runs.cancel(id, { reason: 'The caller cancelled the run.' });
    const text = `Run ${id} is cancelled.`;
    return {
      content: [{ type: 'text', text }],
      structuredContent: { run: id, status: 'cancelled' },
    };
  },
};

const runTools: ReadonlyMap<string, RunTool> = new Map(
  [answerTool, getRun, listRuns, cancelRun].map((each) => [each.tool.name, each]),
);

/** Reserved: no tool of a workflow has one of these names. */
export const runToolNames: ReadonlySet<string> = new Set(runTools.keys());

export function listRunTools(): readonly Tool[] {
  return [...runTools.values()].map(({ tool }) => tool);
}

export function findRunTool(name: string): RunTool | undefined {
  return runTools.get(name);
}

function textOf(args: JsonObject, key: string): string {
  const value: Json | undefined = ownValue(args, key);
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(`/${key}`, value === undefined ? 'is missing' : 'must be a string');
}

function invalid(pointer: string, message: string): EngineError {
  const complaints = [{ in: 'arguments', pointer, message }];
  return new EngineError(
    'REQUEST_INVALID',
    { complaints },
    { hint: 'See the schema of the tool.' },
  );
}
