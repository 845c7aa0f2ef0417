import type { Tool, ToolSource } from '@skein/ports';
import type { Script, ScriptTool } from '../models/script.ts';
import { listedTools } from './listed-tools.ts';

/** The tools that a script answers: they take any arguments and have no effects. */
export function scriptTools({ tools = {} }: Script = {}): ToolSource {
  return listedTools(Object.entries(tools).map(([name, tool]) => toTool(name, tool)));
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
