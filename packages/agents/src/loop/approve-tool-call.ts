// Approval of tool calls
// The question carries exactly the name and arguments that will run, and the schema of the tool: what a person approved is what is
// executed, as it was asked or as they changed it.
import {
  equalJson,
  isObject,
  ownValue,
  readNotice,
  type Json,
  type JsonObject,
  type WaitQuestion,
} from '@skein/kernel';
import { withoutUndefined, type Accepted, type AskedQuestion, type Tool } from '@skein/ports';
import { checkJsonSchema } from '@skein/dialects';
import { checkAnswer } from '../answers/check-answer.ts';
import { namedFields } from '../answers/named-fields.ts';
import { readApproval } from '../answers/read-approval.ts';
import { asksFor, whomToAsk } from './whom-to-ask.ts';
import { checkArguments, checkArgumentsAhead } from './check-arguments.ts';
import { waitName, type LoopFrame } from './loop-frame.ts';
import { toolError } from './tool-outcome.ts';
import type { RecordedToolCall, ToolOutcome } from './recorded-steps.ts';

type CheckedTool = Pick<Tool, 'parameters' | 'parse' | 'approve' | 'who'>;

export type Approval =
  /** The call to make, and its arguments in the form that the tool takes. */
  | { readonly ok: true; readonly called: RecordedToolCall; readonly args: unknown }
  | { readonly ok: false; readonly outcome: ToolOutcome };

/** Asks a person if needed. The arguments have been checked; those of a person are checked too, and asked for again if they are bad. */
export async function approveToolCall(
  frame: LoopFrame,
  called: RecordedToolCall,
  { tool, args }: { readonly tool: CheckedTool; readonly args: unknown },
): Promise<Approval> {
  const { name } = called;
  const needsIt =
    frame.rules.some((rule) => asksFor(rule, name)) ||
    (await isAskedFor(frame, called, { tool, args }));
  if (!needsIt) return { ok: true, called, args };
  for (let refused: string | undefined; ;) {
    const answer = await frame.io.wait(
      questionOf(frame, called, { tool, refused }),
      waitName(frame),
    );
    const read = readApproval(answer, { takes: changedKeys });
    if (!read.ok || read.decided.decision === 'reject') {
      const note = read.ok ? read.decided.note : '';
      const message = 'A person rejected this call';
      const error = note === '' ? `${message}.` : `${message}: ${note}`;
      return { ok: false, outcome: toolError('rejected', error) };
    }
    const changed = changeIn(answer);
    if (changed === undefined) return { ok: true, called, args };
    // A check in code sees more than the schema, by which the answer was accepted.
    await checkArgumentsAhead(tool, changed.arguments, frame.io);
    const checked = checkArguments(tool, changed.arguments);
    if (checked.ok) {
      const { arguments: asked } = called;
      return { ok: true, called: { ...called, ...changed, asked }, args: checked.args };
    }
    refused = checked.problems.join('; ');
  }
}

/**
 * Whether the tool itself wants it. What a function of the arguments says is recorded: after a crash other code, or the same at another
 * time, must not make a call that waits for a person.
 */
async function isAskedFor(
  { io, path }: LoopFrame,
  { id }: RecordedToolCall,
  { tool: { approve = false }, args }: { readonly tool: CheckedTool; readonly args: unknown },
): Promise<boolean> {
  if (typeof approve === 'boolean') return approve;
  return io.step(`${path}approve:${id}`, async () => (await approve(args)) === true);
}

/** What an accepted answer has besides the decision. */
const changedKeys = ['arguments', 'changedBy'];

function changeIn(answer: Json): Pick<RecordedToolCall, 'arguments' | 'changedBy'> | undefined {
  const changed = isObject(answer) ? ownValue(answer, 'arguments') : undefined;
  if (changed === undefined) return undefined;
  const by = isObject(answer) ? ownValue(answer, 'changedBy') : undefined;
  const change = { arguments: changed };
  return typeof by === 'string' ? { ...change, changedBy: by } : change;
}

function questionOf(
  frame: LoopFrame,
  { id, name, arguments: args }: RecordedToolCall,
  { tool, refused }: { readonly tool: CheckedTool; readonly refused: string | undefined },
): WaitQuestion {
  const { nodeName, inside, call } = frame;
  const again = refused === undefined ? '' : ` The changed arguments do not fit: ${refused}.`;
  const asked: WaitQuestion = {
    kind: 'approval',
    prompt: `May "${nodeName}" call the tool "${name}"?${again}`,
    data: {
      tool: name,
      arguments: args,
      callId: id,
      parameters: tool.parameters,
      ...(inside !== undefined && { inside }),
    },
  };
  const who = whomToAsk(frame, { name, who: tool.who });
  const told = readNotice(ownValue(call.config, 'notify'));
  // Whom a tool names approves its calls. An author of workflows tells others of them, and gives nobody the right to answer.
  const isFixed = told !== undefined && tool.who !== undefined;
  const notify = isFixed ? { ...told, linksFor: 'named' as const } : told;
  return withoutUndefined({ ...asked, who, notify });
}

/**
 * The `accept` of node types that run a loop: an approval takes the answers that the node type `approval` takes, and changed
 * arguments that fit the tool; a question of a tool those that fit its schema.
 */
export function acceptToolApproval(answer: Json, { question, by }: AskedQuestion): Accepted {
  if (question.kind !== 'approval') {
    const refusal =
      question.schema === undefined ? undefined : checkAnswer(question.schema, answer);
    return refusal ?? { ok: true, answer };
  }
  const call = isObject(question.data) ? question.data : {};
  const read = readApproval(answer, {
    takes: Object.hasOwn(call, 'parameters') ? ['arguments'] : [],
  });
  if (!read.ok) return read;
  const { decided } = read;
  const changed = changeIn(answer)?.arguments;
  if (changed === undefined || equalJson(changed, ownValue(call, 'arguments')))
    return { ok: true, answer: { ...decided } };
  const refusal = decided.decision === 'reject' ? unreadBesideReject : misfit(call, changed);
  if (refusal !== null) return refusal;
  const changedBy = by === undefined ? {} : { changedBy: by };
  return { ok: true, answer: { ...decided, arguments: changed, ...changedBy } };
}

const unreadBesideReject: Accepted = {
  ok: false,
  message: 'Nothing reads "arguments" beside reject: a call that is rejected is not made.',
  hint: 'Leave "arguments" out, or approve the call with them.',
};

/** An argument that neither the tool names nor the call had: a slip, and whoever made it would believe that it counts. */
function unreadIn(call: JsonObject, changed: Json): string | undefined {
  const named = namedFields(ownValue(call, 'parameters') ?? {});
  if (named === null || !isObject(changed)) return undefined;
  const asked = ownValue(call, 'arguments') ?? null;
  const had = isObject(asked) ? Object.keys(asked) : [];
  return Object.keys(changed).find((key) => !named.includes(key) && !had.includes(key));
}

/** The refusal of changed arguments that the tool does not take, with the places. */
function misfit(call: JsonObject, changed: Json): Accepted | null {
  const name = ownValue(call, 'tool');
  const checked = isObject(changed)
    ? checkJsonSchema(ownValue(call, 'parameters') ?? {}, changed)
    : { result: 'misfit' as const, problems: ['it must be an object'] };
  const unread = unreadIn(call, changed);
  if (checked.result === 'fits' && unread === undefined) return null;
  const problems =
    checked.result === 'fits'
      ? `nothing reads ${JSON.stringify(unread)}`
      : checked.result === 'misfit'
        ? checked.problems.join('; ')
        : `its schema: ${checked.message}`;
  return {
    ok: false,
    message: `The changed "arguments" do not fit the tool ${JSON.stringify(name ?? '')}: ${problems}.`,
    hint: 'Correct them; `data.parameters` of the wait is the schema of the tool.',
  };
}
