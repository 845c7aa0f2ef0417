// The calls of one message
// They run side by side, unless the policy wants them one after the other.
// S1. What is recorded does not depend on which call ends first: steps, questions inside a subagent and idempotency keys are
//     named by the call, everything else happens in the order of the message.
// S2. Results stand in the journal in the order of the message. Only that of a call which must not be made twice is recorded as soon
//     as it is known: a crash before its turn would leave it in doubt.
// S3. People are asked in the order of the message; calls that have begun go on meanwhile.
// S4. A call that fails the node does so when those beside it have ended: a call whose attempt is over could not record its result,
//     and a person would have to find out what became of it.
import type { AgentTool } from './agent-plan.ts';
import type { LoopFrame } from './loop-frame.ts';
import type { RecordedToolCall, ToolOutcome } from './recorded-steps.ts';

export interface Answered {
  readonly called: RecordedToolCall;
  readonly outcome: ToolOutcome;
}

/** Does what must be done in order, and says how the rest ends. */
export type BeginCall = (
  frame: LoopFrame,
  called: RecordedToolCall,
  tool: AgentTool | undefined,
) => Promise<{ readonly outcome: Promise<ToolOutcome> }>;

/** Each may be an agent that calls models; providers limit how many calls they take. */
const besideMax = 8;

export async function runCalls(
  calls: readonly RecordedToolCall[],
  frame: LoopFrame,
  { tools, begin }: { readonly tools: readonly AgentTool[]; readonly begin: BeginCall },
): Promise<readonly Answered[]> {
  const isBeside = calls.length > 1 && frame.io.toolCalls === 'parallel';
  let turn: Promise<unknown> | undefined;
  const running = new Set<Promise<unknown>>();
  const answered: Promise<Answered>[] = [];
  let hasFailed = false;
  try {
    for (const called of calls) {
      if (running.size >= (isBeside ? besideMax : 1)) await Promise.race(running).catch(() => {});
      if (hasFailed) break;
      const tool = tools.find(({ name }) => name === called.name);
      const own = { ...frame, isBeside: isBeside || frame.isBeside, turn };
      const { outcome } = await begin(own, called, tool);
      const answer = outcome.then((ended) => ({ called, outcome: ended }));
      answered.push(answer);
      const leave = () => void running.delete(answer);
      running.add(answer);
      turn = answer.then(leave, () => {
        hasFailed = true;
        leave();
      });
    }
  } finally {
    await Promise.allSettled(answered);
  }
  return Promise.all(answered);
}
