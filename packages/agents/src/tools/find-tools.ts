import { closestName, isObject, ownValue, type Json } from '@skein/kernel';
import type { Tool, ToolSource } from '@skein/ports';
import { failureError } from '../failure-error.ts';

/** Which tools an agent may call: all that there are, these names, or those that are enabled. */
export type WantedTools = 'auto' | readonly string[] | { readonly [name: string]: Json };

/** The tools, each once, in the order of asking; fails when one cannot be found. */
export async function findTools(
  source: ToolSource,
  wanted: WantedTools = [],
): Promise<readonly Tool[]> {
  if (wanted === 'auto') return source.list();
  const names = isNames(wanted)
    ? wanted
    : Object.keys(wanted).filter((name) => isEnabled(wanted, name));
  const found: Tool[] = [];
  for (const name of new Set(names)) found.push(await findTool(source, name));
  return found;
}

export async function findTool(source: ToolSource, name: string): Promise<Tool> {
  const tool = await source.find(name);
  if (tool === undefined) throw await toolNotFound(source, name);
  return tool;
}

function isNames(wanted: Exclude<WantedTools, 'auto'>): wanted is readonly string[] {
  return Array.isArray(wanted);
}

/** `{ "search": { "enabled": true } }`; what says nothing else is enabled, because it was written down. */
function isEnabled(wanted: { readonly [name: string]: Json }, name: string): boolean {
  const setting = ownValue(wanted, name);
  if (isObject(setting)) return ownValue(setting, 'enabled') !== false;
  return setting !== false && setting !== null;
}

async function toolNotFound(source: ToolSource, name: string): Promise<Error> {
  const known = (await source.list()).map((tool) => tool.name);
  const closest = closestName(name, known);
  const hint =
    closest === null
      ? `Register it, or use one of: ${known.slice(0, 50).join(', ') || 'none yet'}.`
      : `Did you mean "${closest}"?`;
  return failureError({
    code: 'TOOL_NOT_FOUND',
    message: `Tool not found: ${name}`,
    retry: 'never',
    data: { name, hint },
  });
}
