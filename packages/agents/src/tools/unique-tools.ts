import type { Tool, ToolSource } from '@skein/ports';
import { failureError } from '../failure-error.ts';

/** Several sources as one, none of which takes precedence: a name that two of them have is not used. */
export function uniqueTools(sources: readonly ToolSource[]): ToolSource {
  return {
    async list() {
      const tools = (await Promise.all(sources.map(async (source) => source.list()))).flat();
      return tools.filter(({ name }) => tools.filter((other) => other.name === name).length === 1);
    },
    async find(name) {
      const found: Tool[] = [];
      for (const source of sources) {
        const tool = await source.find(name);
        if (tool !== undefined) found.push(tool);
      }
      if (found.length > 1) throw ambiguous(name);
      return found[0];
    },
  };
}

function ambiguous(name: string): Error {
  return failureError({
    code: 'TOOL_AMBIGUOUS',
    message: `The tool "${name}" cannot be used: several parts of the configuration use this name.`,
    retry: 'never',
    data: { tool: name, hint: 'Rename one of them in the configuration.' },
  });
}
