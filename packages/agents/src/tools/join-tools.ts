import type { Tool, ToolSource } from '@skein/ports';

/** Several sources as one: where two know a name, the earlier one's tool is meant. */
export function joinTools(sources: readonly ToolSource[]): ToolSource {
  return {
    async list() {
      const byName = new Map<string, Tool>();
      for (const source of sources) {
        for (const tool of await source.list()) {
          if (!byName.has(tool.name)) byName.set(tool.name, tool);
        }
      }
      return [...byName.values()];
    },
    async find(name, own) {
      for (const source of sources) {
        const tool = await source.find(name, own);
        if (tool !== undefined) return tool;
      }
      return undefined;
    },
  };
}
