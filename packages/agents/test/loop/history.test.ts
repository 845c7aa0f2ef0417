// Goal: under any script the conversation stays paired, and doing it again from what was recorded gives the same.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentResult, ScriptReply } from '@skein/agents';
import type { Json } from '@skein/kernel';
import type { ModelMessage } from '@skein/ports';
import { loopWorld } from './loop-world.ts';

const parameters = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const tools = {
  good: { parameters },
  bad: { parameters, run: () => Promise.reject(new Error('no')) },
  careful: { parameters, effect: 'guarded' as const, approve: true },
};

const toolCall = fc.record(
  {
    name: fc.constantFrom('good', 'bad', 'careful', 'unknown', '__proto__'),
    arguments: fc.constantFrom<Json>({ n: 1 }, { n: 'x' }, '{"n":2}', '{"n":', {}, 7),
    id: fc.constantFrom('a', 'b', '', 'a-2'),
  },
  { requiredKeys: ['name'] },
);
const reply = fc.record({
  text: fc.constantFrom('', 'thinking', '${x} $&'),
  toolCalls: fc.array(toolCall, { maxLength: 4 }),
});
const scripts = fc.record({
  replies: fc.array<ScriptReply>(reply, { maxLength: 8 }),
  otherwise: fc.constant('The end.'),
});
const answers = fc.array(fc.constantFrom<Json>('approve', 'reject', true, false), {
  maxLength: 8,
});

describe('the conversation of a loop', () => {
  it('[A42] every call has exactly one answer, in order, in every request', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, answers, async (script, given) => {
        const world = loopWorld(script, { tools, answers: given });
        const result = await world.run({ maxTurns: 6 }).catch(() => undefined);
        for (const { messages } of world.requests) expectPaired(messages);
        if (result !== undefined) expectPaired(result.messages);
      }),
      { numRuns: 200 },
    );
  });

  it('[A47] after a crash at any step the result is the same and nothing recorded is done again', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, answers, fc.nat(20), async (script, given, cut) => {
        // Guarded calls are another matter: see A48.
        const repeatable = { ...tools, careful: { parameters, approve: true } };
        const first = loopWorld(script, { tools: repeatable, answers: given });
        const expected = await outcomeOf(first.run({ maxTurns: 6 }));
        const kept = [...first.io.recorded].slice(0, cut);
        const modelCalls = kept.filter(([key]) => key.startsWith('model')).length;
        // A script that has answered so often already, and people who have been asked already.
        const rest = { ...script, replies: script.replies.slice(modelCalls) };
        const again = loopWorld(rest, {
          tools: repeatable,
          answers: given,
          recorded: new Map(kept),
        });
        const found = await outcomeOf(again.run({ maxTurns: 6 }));
        expect(again.requests.length + modelCalls).toBe(first.requests.length);
        const toolCalls = kept.filter(([, value]) => 'result' in (value as object)).length;
        const done = first.called.length - (again.called.length + toolCalls);
        // A tool that failed was called too.
        expect(done).toBeGreaterThanOrEqual(0);
        expect(done).toBeLessThanOrEqual(kept.length);
        expect(lengthOf(found)).toEqual(lengthOf(expected));
      }),
      { numRuns: 200 },
    );
  });
});

function expectPaired(messages: readonly ModelMessage[]): void {
  expect(unpaired(messages)).toEqual([]);
}

function unpaired(messages: readonly ModelMessage[]): readonly string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  let open: string[] = [];
  for (const { role, toolCalls = [], toolCallId = '' } of messages) {
    if (role === 'tool') {
      const next = open.shift();
      if (toolCallId !== next) problems.push(`${toolCallId} instead of ${next}`);
      continue;
    }
    problems.push(...open.map((id) => `${id} has no answer`));
    open = toolCalls.map(({ id }) => id);
    problems.push(...open.filter((id) => seen.has(id)).map((id) => `${id} twice`));
    for (const id of open) seen.add(id);
  }
  return [...problems, ...open.map((id) => `${id} has no answer`)];
}

async function outcomeOf(run: Promise<AgentResult>): Promise<AgentResult | string> {
  try {
    return await run;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Ids that the script makes up count its calls, which begin anew after a crash. */
function lengthOf(outcome: AgentResult | string): unknown {
  if (typeof outcome === 'string') return outcome;
  return { ...outcome, messages: outcome.messages.map(({ role, content }) => ({ role, content })) };
}
