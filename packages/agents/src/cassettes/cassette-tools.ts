import type { Json } from '@skein/kernel';
import type { Tool, ToolCall, ToolSource } from '@skein/ports';
import { failureError } from '../failure-error.ts';
import { toolAsk } from '../loop/asks.ts';
import type { CassetteTool } from './cassette.ts';
import type { CassetteDeck } from './cassette-deck.ts';
import { withFiles } from './played-files.ts';

/**
 * The tools of a cassette, as they were described when it was recorded. A call that is not on it goes to the tool of that name in
 * `missing`; without one it fails.
 */
export function cassetteTools(deck: CassetteDeck, missing?: ToolSource): ToolSource {
  const described = Object.entries(deck.cassette.tools ?? {});
  const tools = new Map(
    described.map(([name, tool]) => [name, toTool(deck, { name, tool, missing })]),
  );
  const listed = described.flatMap(([name, { listed: isListed }]) => {
    const tool = tools.get(name);
    return isListed === true && tool !== undefined ? [tool] : [];
  });
  return { list: () => listed, find: (name, own) => withOwnRule(tools.get(name), own) };
}

/** A rule in code is on no cassette; the calls that it wants a person for were recorded with it. */
function withOwnRule(recorded: Tool | undefined, own: Tool | undefined): Tool | undefined {
  if (recorded === undefined || typeof own?.approve !== 'function') return recorded;
  return { ...recorded, approve: own.approve };
}

interface Recorded {
  readonly name: string;
  readonly tool: CassetteTool;
  readonly missing: ToolSource | undefined;
}

function toTool(deck: CassetteDeck, { name, tool, missing }: Recorded): Tool {
  const { listed: _, ...described } = tool;
  const run = async (args: unknown, call: ToolCall): Promise<unknown> => {
    // They were checked against the parameters and not changed, so they are what the model said.
    const played = deck.play(
      call.root ?? call.run,
      toolAsk(call.node, { name, arguments: args as Json }),
    );
    if (!played.ok) {
      const live = await missing?.find(name);
      if (live !== undefined) return live.run(args, call);
      throw failureError(played.failure);
    }
    await deck.wait(played.call, call.signal);
    if ('error' in played.call) throw new Error(played.call.error.message);
    const { files } = call;
    const { result } = played.call as { readonly result: Json };
    return withFiles(deck.cassette, result, files && ((file, bytes) => files.write(file, bytes)));
  };
  return { name, ...described, run };
}
