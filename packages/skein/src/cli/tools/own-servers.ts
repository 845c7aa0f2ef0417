// `skein tools add` and `rm`: MCP servers of the user's own, on a server
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import type { RemoteCall } from '../inputs/remote-call.ts';
import { count } from '../output/count.ts';
import { printJson } from '../output/print-json.ts';
import { visibleLine } from '../output/visible-text.ts';

export async function addServer(
  { arguments: given, terminal, isJson }: CommandCall,
  ask: RemoteCall | null,
  names: readonly string[],
): Promise<number> {
  const name = oneName('add', names);
  const url = given.one('url');
  if (url === undefined)
    throw usageError('`skein tools add` needs --url.', 'For example --url https://mcp.example.com');
  const headers = Object.fromEntries(given.all('header').map(readHeader));
  const body = { url, headers };
  const { state, error, tools } = await there(ask)('putOwnMcpServer', { params: { name }, body });
  if (isJson) printJson(terminal, { name, state, error, tools: tools.map(({ id }) => id) });
  else
    terminal.foreignData(
      `${name} was stored: ${state === 'ready' ? count(tools.length, 'tool') : visibleLine(error ?? state)}\n`,
    );
  return state === 'failed' ? 8 : 0;
}

export async function removeServer(
  { terminal, isJson }: CommandCall,
  ask: RemoteCall | null,
  names: readonly string[],
): Promise<number> {
  const name = oneName('rm', names);
  await there(ask)('deleteOwnMcpServer', { params: { name } });
  if (isJson) printJson(terminal, { name, removed: true });
  else terminal.data(`${visibleLine(name)} was removed.\n`);
  return 0;
}

function there(ask: RemoteCall | null): RemoteCall {
  if (ask !== null) return ask;
  throw usageError(
    'Only a server has MCP servers for each of its users.',
    'Add --server URL, or write the MCP server into the configuration.',
  );
}

function oneName(action: string, [name, ...more]: readonly string[]): string {
  if (name !== undefined && more.length === 0) return name;
  throw usageError(`\`skein tools ${action}\` needs the name of one MCP server.`);
}

/** `Authorization: Bearer ${NAME}` */
function readHeader(text: string): readonly [string, string] {
  const [, name, value] = /^([^:\s]+):\s*(.+)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw usageError('A header is written as NAME: VALUE.', "Write --header 'X-Key: ${NAME}'.");
}
