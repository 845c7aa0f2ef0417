// Summaries of threads
// When a thread has more messages than the agent wants to send, its model sums up the older half. That is a recorded step of the turn
// that needed it, and the summary is remembered in place of the messages.
import { callModel } from '@skein/agents';
import { textOf } from '@skein/kernel';
import type { ModelMessage, NodeCall, NodeIo } from '@skein/ports';
import type { AskedAgent } from '../agents/plan-agent.ts';
import type { ThreadWindow } from './thread-place.ts';

/** Begins the names of its steps: what they say is no part of the answer. */
export const summaryPath = 'summary/';

const instructions =
  'Sum up this conversation for yourself, so that you can go on with it without reading it again. Keep names, numbers, decisions, promises and open questions. Answer with the summary only.';

export async function summarize(
  window: ThreadWindow,
  countMax: number,
  { plan, call, io }: { readonly plan: AskedAgent; readonly call: NodeCall; readonly io: NodeIo },
): Promise<ThreadWindow> {
  const { messages, summary } = window;
  const end = endOfOlder(messages, countMax);
  if (end === 0) return window;
  const before = summary === undefined ? [] : [`Summary of what came before: ${summary}`];
  const said = messages.slice(0, end).map(sayMessage);
  const { model, ownModel, agent, thread } = plan;
  const question = {
    model,
    ownModel,
    agent,
    thread,
    system: instructions,
    messages: [{ role: 'user' as const, content: [...before, ...said].join('\n\n') }],
    path: summaryPath,
  };
  const { text } = await callModel(question, call, io);
  return { ...window, summary: text, messages: messages.slice(end) };
}

/** Where the newer half begins, with a message of the user; 0 when there is nothing to sum up. */
function endOfOlder(messages: readonly ModelMessage[], countMax: number): number {
  if (messages.length <= countMax) return 0;
  const half = messages.length - Math.ceil(countMax / 2);
  const next = messages.findIndex(({ role }, i) => i >= half && role === 'user');
  return next === -1 ? 0 : next;
}

function sayMessage({ role, content, toolCalls = [], name }: ModelMessage): string {
  const calls = toolCalls.map((each) => `${each.name}(${JSON.stringify(each.arguments)})`);
  const speaker = role === 'tool' ? `result of ${name ?? 'a tool'}` : role;
  return `${speaker}: ${[textOf(content), ...calls].filter((text) => text !== '').join(' ')}`;
}

/** What the model is told with a summary. */
export function withSummary(
  system: string | undefined,
  summary: string | undefined,
): string | undefined {
  if (summary === undefined) return system;
  const told = `Summary of the conversation so far:\n${summary}`;
  return system === undefined ? told : `${system}\n\n${told}`;
}
