import type { Tool, ToolSource } from '@skein/ports';

/** Tools that are known from the start, as a source, in their order. */
export function listedTools(tools: readonly Tool[]): ToolSource {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return { list: () => tools, find: (name) => byName.get(name) };
}
