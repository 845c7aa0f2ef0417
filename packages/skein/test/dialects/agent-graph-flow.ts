// Runs agent graphs on a whole engine with the offline model, and answers for the people in them.
import { settleTicks, virtualClock } from '@skein/simulation';
import {
  createEngine,
  type Engine,
  type Json,
  type RunJson,
  type Script,
} from '../../src/index.ts';

export interface Played {
  readonly run: RunJson;
  readonly view: View;
}

export interface View {
  readonly messages: readonly {
    readonly role: string;
    readonly content: string;
    readonly [key: string]: Json;
  }[];
  readonly next: string | null;
  readonly currentNode: string | null;
  readonly steps: number;
  readonly status: string;
}

export interface PlayOptions {
  readonly input?: Json;
  /** Given one by one, each when nothing else can go on: the node that asks, and the answer. */
  readonly answers?: readonly (readonly [node: string, answer: Json])[];
  /** Lets so much time pass before each answer, and at the end. */
  readonly passMs?: number;
}

export async function play(
  definition: object,
  script: Script,
  { input = 'hello', answers = [], passMs = 0 }: PlayOptions = {},
): Promise<Played> {
  const clock = virtualClock();
  const engine = await createEngine({ script, clock });
  try {
    const { id } = await engine.runs.start(definition, { input, dialect: 'agent-graph' });
    const settle = async () => {
      await settleTicks();
      // A run that is given time may still be at work when it has passed.
      if (passMs > 0) await clock.advance(passMs);
      else await engine.runs.settled(id);
    };
    await settle();
    for (const [node, answer] of answers) {
      await engine.waits.answer({ run: id, node }, answer);
      await settle();
    }
    return await show(engine, id);
  } finally {
    await engine.close();
  }
}

async function show(engine: Engine, id: string): Promise<Played> {
  const run = await engine.runs.get(id);
  // The view of this dialect has this shape: that is what is tested.
  const view = (await engine.runs.view(id, 'agent-graph')) as unknown as View;
  return { run, view };
}

/** Each message as `Name: text` or `role: text`, for short expectations. */
export function linesOf({ messages }: View): string[] {
  return messages.map(
    ({ role, name, content }) =>
      `${role === 'assistant' && typeof name === 'string' ? name : role}: ${content}`,
  );
}

export const agent = (id: string, more: object = {}) => ({
  id,
  nodeType: 'AGENT',
  nodeName: id.toUpperCase(),
  agentId: id,
  ...more,
});

export const executor = { id: 't', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools', agentId: null };
export const handOff = { id: 'h', nodeType: 'HUMAN_HANDOFF', nodeName: 'human', agentId: null };

export const when = (from: string, value: string, to: string | null) => ({
  sourceNodeId: from,
  targetNodeId: to,
  conditionType: 'CONDITIONAL',
  conditionValue: value,
});

export const always = (from: string, to: string | null) => ({
  sourceNodeId: from,
  targetNodeId: to,
  conditionType: 'ALWAYS',
  conditionValue: null,
});

/** The entrypoint is `a`; agents that are not described may call every tool. */
export const graph = (nodes: readonly object[], edges: readonly object[], more: object = {}) => ({
  entrypointNodeId: 'a',
  nodes,
  edges,
  ...more,
});

export const next = (value: string): string => JSON.stringify({ next: value });

export const says = (node: string, text: string, more: object = {}) => ({
  when: { node },
  text,
  ...more,
});

export const calls = (node: string, name: string, args: Json = {}) => ({
  when: { node },
  text: '',
  toolCalls: [{ name, arguments: args }],
});
