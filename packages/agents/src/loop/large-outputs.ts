// Large results in a conversation
// The journal has the whole result, but every character of it costs tokens in every later turn. Above a limit the conversation
// contains only its beginning, and the agent gets the tool `get_step_output` to read the rest.
//
// O1. What is shown depends only on recorded results, so a conversation is the same after a crash.
import { isObject, ownValue, textOf, type Json } from '@skein/kernel';
import type { ModelMessage, Tool, ToolCall } from '@skein/ports';
import { isSubagentTool, type AgentTool } from './agent-plan.ts';
import type { RecordedToolCall, ToolOutcome } from './recorded-steps.ts';
import { toolMessage } from './tool-outcome.ts';

const charsMax = 20_000;
const beginningChars = 4_000;
const toolName = 'get_step_output';

export interface LargeOutputs {
  /** The message that answers a call. */
  readonly message: (called: RecordedToolCall, outcome: ToolOutcome) => ModelMessage;
  /** What the agent may call now. */
  readonly tools: () => readonly AgentTool[];
}

export function largeOutputs(tools: readonly AgentTool[]): LargeOutputs {
  const outputs = new Map<string, string>();
  const own = tools.find(({ name }) => name === toolName);
  const reader = outputReader(outputs, own === undefined || isSubagentTool(own) ? undefined : own);
  const others = tools.filter(({ name }) => name !== toolName);
  return {
    tools: () => (outputs.size === 0 ? tools : [...others, reader]),
    message: (called, outcome) => {
      const whole = toolMessage(called, outcome);
      // A piece that was requested is shown whole.
      if ('error' in outcome || called.name === toolName) return whole;
      const text = textOf(outcome.result);
      if (text.length <= charsMax) return whole;
      outputs.set(called.id, text);
      return { ...whole, content: beginningOf(called.id, text) };
    },
  };
}

function beginningOf(id: string, text: string): Json {
  return {
    output_id: id,
    characters: text.length,
    beginning: text.slice(0, beginningChars).toWellFormed(),
    note: `Only the beginning; call ${toolName} with this output_id to read on.`,
  };
}

/** Reads large results in pieces. Other ids are for the agent's own tool of this name, if it has one. */
function outputReader(outputs: ReadonlyMap<string, string>, own: Tool | undefined): Tool {
  return {
    name: toolName,
    description: 'Reads on in a large result of which only the beginning was shown.',
    parameters: {
      type: 'object',
      properties: {
        output_id: { type: 'string', description: 'As it stands beside the beginning.' },
        offset: { type: 'integer', minimum: 0, description: 'The first character; default 0.' },
      },
      required: ['output_id'],
      additionalProperties: false,
    },
    effect: 'pure',
    run: (args, call) => readOn(args as { [key: string]: Json }, { outputs, own, call }),
  };
}

function readOn(
  args: { readonly [key: string]: Json },
  about: {
    readonly outputs: ReadonlyMap<string, string>;
    readonly own: Tool | undefined;
    readonly call: ToolCall;
  },
): unknown {
  const { outputs, own, call } = about;
  const id = textOf(ownValue(args, 'output_id') ?? '');
  const text = outputs.get(id);
  if (text === undefined) {
    if (own !== undefined) return own.run({ output_id: id }, call);
    throw new Error(`No output has the id "${id}". Known: ${[...outputs.keys()].join(', ')}.`);
  }
  const given = isObject(args) ? ownValue(args, 'offset') : undefined;
  const offset = typeof given === 'number' ? given : 0;
  const end = Math.min(offset + charsMax, text.length);
  const piece = {
    output_id: id,
    offset,
    characters: text.length,
    text: text.slice(offset, end).toWellFormed(),
  };
  return end < text.length ? { ...piece, next_offset: end } : piece;
}
