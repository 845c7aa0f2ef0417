import type { JsonObject } from '@skein/kernel';
import type { Tool } from '@skein/ports';
import { failureError } from '../../failure-error.ts';
import { connectMcp } from '../../tools/mcp/mcp-connection.ts';
import { mcpOutcome } from '../../tools/mcp/mcp-result.ts';
import { authHeaders, boundVault } from './bound-vault.ts';
import type { Bringing, BroughtMcp } from './brought-tool.ts';

const resultCharsMax = 100_000;
const lineMax = 10_000_000;
const pingMs = 5_000;

/** A tool of a server at an address: each call has a connection of its own, so that nothing of one run is kept for another. */
export function broughtMcp(
  name: string,
  { url, tool = name, auth }: BroughtMcp,
  { parts, user }: Bringing,
): Pick<Tool, 'effect' | 'run'> {
  return {
    effect: 'guarded',
    async run(args, { signal, trace, run, files, ask }) {
      const connection = await connectMcp({
        name,
        config: { url, headers: authHeaders(auth) },
        vault: boundVault(parts.http.vaultOf(user)),
        // As requests of nodes: the open internet, and what the operator allows.
        allow: parts.allow ?? [],
        lineMax,
        pingMs,
        onChanged: () => {},
      });
      try {
        const known = (await connection.listTools()).map((each) => each.name);
        if (!known.includes(tool)) throw missing(name, tool, known);
        // Checked arguments are an object.
        const said = await connection.call(tool, args as JsonObject, {
          signal,
          trace,
          run,
          ask,
        });
        const outcome = await mcpOutcome(said, resultCharsMax, files);
        if (!outcome.ok) throw new Error(outcome.message);
        return outcome.value;
      } finally {
        await connection.close();
      }
    },
  };
}

function missing(name: string, tool: string, known: readonly string[]): Error {
  return failureError({
    code: 'TOOL_FAILED',
    message: `The MCP server of the tool "${name}" has no tool "${tool}"; it has ${known.slice(0, 20).join(', ') || 'none'}.`,
    retry: 'never',
    data: { tool: name },
  });
}
