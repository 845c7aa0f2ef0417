import type { Tool } from '@skein/ports';
import { approveToolCall } from './approve-tool-call.ts';
import { checkArguments, checkArgumentsAhead } from './check-arguments.ts';
import type { LoopFrame } from './loop-frame.ts';
import type { RecordedToolCall, ToolOutcome } from './recorded-steps.ts';
import { toolError } from './tool-outcome.ts';

export type Admission =
  /** The call to make: a person may have changed its arguments. */
  | { readonly ok: true; readonly called: RecordedToolCall; readonly args: unknown }
  | { readonly ok: false; readonly outcome: ToolOutcome };

/** What a call must pass before anything is done: it is offered, its arguments fit, and a person agrees if one must. */
export async function admitCall(
  frame: LoopFrame,
  called: RecordedToolCall,
  tool: Pick<Tool, 'parameters' | 'parse' | 'approve' | 'who'> | undefined,
): Promise<Admission> {
  const { name, problem } = called;
  if (problem !== undefined) return refused(toolError(problem.reason, problem.message));
  if (tool === undefined)
    return refused(toolError('not-offered', `There is no tool "${name}" here.`));
  await checkArgumentsAhead(tool, called.arguments, frame.io);
  const parsed = checkArguments(tool, called.arguments);
  if (!parsed.ok) {
    const problems = parsed.problems.join('; ');
    return refused(toolError('malformed', `The arguments of "${name}" are invalid: ${problems}.`));
  }
  return approveToolCall(frame, called, { tool, args: parsed.args });
}

function refused(outcome: ToolOutcome): Admission {
  return { ok: false, outcome };
}
