import type { JsonObject } from '@skein/kernel';
import type { CommandCall } from '../arguments/command.ts';
import { printJson } from '../output/print-json.ts';
import type { Paint } from '../output/paint.ts';
import { visibleLine } from '../output/visible-text.ts';
import type { ListedServer, ListedTool, ToolsPlace } from './tools-place.ts';
import { withoutUndefined } from '../../without-undefined.ts';

/** Prints every tool, or those whose id begins with one of the names. */
export async function listTools(
  { terminal, isJson }: CommandCall,
  place: ToolsPlace,
  names: readonly string[],
): Promise<number> {
  const servers = await place.servers();
  const ofServers = servers.flatMap(({ tools }) => tools);
  const seen = new Set(ofServers.map(({ name }) => name));
  const others = (await place.tools()).filter(({ name }) => !seen.has(name));
  const wanted = [...others, ...ofServers].filter(
    ({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)),
  );
  if (isJson) {
    const tools = wanted.map((tool): JsonObject => ({ ...tool }));
    printJson(terminal, { tools, servers: servers.map(withoutTools) });
    return 0;
  }
  for (const { name, state, error } of servers) {
    if (state === 'failed') terminal.note(`${name}: ${visibleLine(error ?? 'failed', 500)}\n`);
  }
  for (const tool of wanted) terminal.data(formatTool(tool, terminal.paintData));
  if (wanted.length === 0) terminal.note('No tools. docs/tools.md explains how to add them.\n');
  return 0;
}

function withoutTools({ name, transport, state, error }: ListedServer): JsonObject {
  return withoutUndefined({ name, transport, state, error });
}

function formatTool({ name, state, description, unchecked }: ListedTool, paint: Paint): string {
  const notes = [
    ...(state === 'ready' ? [] : [state]),
    ...(unchecked === null ? [] : [`arguments not checked: ${visibleLine(unchecked, 200)}`]),
  ];
  const mark = notes.length === 0 ? '' : ` ${paint('yellow', `(${notes.join('; ')})`)}`;
  return `${visibleLine(name)}${mark}  ${paint('dim', visibleLine(description, 100))}\n`;
}
