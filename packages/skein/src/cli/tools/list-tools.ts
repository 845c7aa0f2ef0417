import type { McpServerStatus } from '@skein/agents';
import type { JsonObject } from '@skein/kernel';
import type { Tool } from '@skein/ports';
import type { ComposedTools } from '../../compose-tools.ts';
import type { CommandCall } from '../command.ts';
import { printJson } from '../print-json.ts';
import type { Paint } from '../paint.ts';
import { visibleLine } from '../visible-text.ts';

interface ListedTool {
  readonly name: string;
  readonly state: string;
  readonly description: string;
  readonly effect: string;
  readonly approve: boolean;
  readonly parameters: JsonObject;
  readonly server?: string;
  readonly hash?: string;
}

/** Prints every tool, or those whose id begins with one of the names. */
export async function listTools(
  { terminal, isJson }: CommandCall,
  tools: ComposedTools,
  names: readonly string[],
): Promise<number> {
  const servers = (await tools.configured?.mcp.servers()) ?? [];
  const ofServers = servers.flatMap(toListed);
  const seen = new Set(ofServers.map(({ name }) => name));
  const others = (await tools.list()).filter(({ name }) => !seen.has(name)).map(toPlain);
  const wanted = [...others, ...ofServers].filter(
    ({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)),
  );
  if (isJson) {
    printJson(terminal, { tools: wanted, servers: servers.map(withoutTools) });
    return 0;
  }
  for (const { name, state, error } of servers) {
    if (state === 'failed') terminal.note(`${name}: ${visibleLine(error ?? 'failed', 500)}\n`);
  }
  for (const tool of wanted) terminal.data(formatTool(tool, terminal.paintData));
  if (wanted.length === 0) terminal.note('No tools. docs/tools.md says where they come from.\n');
  return 0;
}

function withoutTools({ name, transport, state, error }: McpServerStatus): JsonObject {
  return { name, transport, state, ...(error !== undefined && { error }) };
}

function toListed({ name: server, tools }: McpServerStatus): readonly ListedTool[] {
  return tools.map(({ id, state, description, effect, approve, parameters, hash }) => ({
    name: id,
    state,
    description,
    effect,
    approve,
    parameters,
    server,
    hash,
  }));
}

function toPlain({ name, description, effect, approve, parameters }: Tool): ListedTool {
  return {
    name,
    state: 'ready',
    description,
    effect: effect ?? 'guarded',
    approve: approve === true,
    parameters,
  };
}

function formatTool({ name, state, description }: ListedTool, paint: Paint): string {
  const mark = state === 'ready' ? '' : ` ${paint('yellow', `(${state})`)}`;
  return `${visibleLine(name)}${mark}  ${paint('dim', visibleLine(description, 100))}\n`;
}
