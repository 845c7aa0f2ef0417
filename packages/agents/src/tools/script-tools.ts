import type { Tool, ToolSource } from '@skein/ports';
import type { Script, ScriptTool } from '../models/script.ts';

/** The tools that a script answers: they take any arguments and have no effects. */
export function scriptTools({ tools = {} }: Script = {}): ToolSource {
  const byName = new Map(Object.entries(tools).map(([name, tool]) => [name, toTool(name, tool)]));
  const all = [...byName.values()];
  return { list: () => all, find: (name) => byName.get(name) };
}

function toTool(name: string, answer: ScriptTool): Tool {
  return {
    name,
    description: 'Answered by the script.',
    parameters: { type: 'object' },
    effect: 'pure',
    run: () => {
      if ('error' in answer) throw new Error(answer.error);
      return answer.result;
    },
  };
}
