import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { ModelTool, Tool, ToolSource } from '@skein/ports';
import { failureError } from '../../failure-error.ts';

/** Only the tools that an edge brought, looked up by name: the value on the edge is a description that cannot run. */
export async function givenTools(
  source: ToolSource,
  given: Json | undefined,
  node: string,
): Promise<readonly Tool[]> {
  const found = new Map<string, Tool>();
  for (const name of (Array.isArray(given) ? given : [given ?? null]).flatMap(nameOf)) {
    const tool = await source.find(name);
    if (tool === undefined) throw toolNotFound(node, name);
    found.set(name, tool);
  }
  return [...found.values()];
}

/** A tool as it travels on an edge: functions cannot, and the receiver looks the tool up by name. */
export function toolOnEdge({ name, description, parameters }: ModelTool): JsonObject {
  return { name, description, parameters };
}

/** What a function gives out, with the tools in it as they travel. */
export function withToolsOnEdge(value: unknown): unknown {
  if (Array.isArray(value)) return value.some(isTool) ? value.map(withToolsOnEdge) : value;
  return isTool(value) ? toolOnEdge(value) : value;
}

function isTool(value: unknown): value is Tool {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    'run' in value &&
    typeof value.run === 'function'
  );
}

function nameOf(tool: Json): readonly string[] {
  const name = isObject(tool) ? ownValue(tool, 'name') : tool;
  return typeof name === 'string' ? [name] : [];
}

function toolNotFound(node: string, name: string): Error {
  return failureError({
    code: 'TOOL_NOT_FOUND',
    message: `The node "${node}" was given the tool "${name}", which is not registered.`,
    retry: 'never',
    data: { node, tool: name },
  });
}
