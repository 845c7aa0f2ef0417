// An agent that another one calls as a tool
import type { Json } from '@skein/kernel';
import { loseOf, type Conversion } from '../context/conversion.ts';
import { createContext } from '../context/node-context.ts';
import { chainOf, type NativeEdge, type Piece } from '../context/piece.ts';
import { scopeOf, wholeList } from '../context/scope-of.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';
import { helpersOf } from '../context/helpers-of.ts';
import { modelSettings } from './model-of.ts';
import { parserSchema } from './schema-of.ts';
import { toolOf } from './tools-of.ts';
import { plainText } from '../read/plain-text.ts';

export function subagentPiece(conversion: Conversion, node: N8nNode): Piece {
  const scope = { ...scopeOf(conversion, node, wholeList), modelArgument: () => 'previous' };
  const context = createContext(conversion, node, { scope, mode: 'lose' });
  const { models, parsers, tools, memories } = helpersOf(conversion.workflow, node);
  for (const memory of memories) {
    loseOf(conversion, memory, {
      kind: 'memory',
      message: `"${memory.name}" remembers what "${node.name}" was asked before; a subagent is told by its agent.`,
      hint: 'Keep what it must remember with store nodes, or let the agent tell it.',
    });
  }
  const config: { [key: string]: Json } = { ...modelSettings(context, models[0]) };
  const text = context.raw('text');
  const system = context.raw('options', 'systemMessage');
  const described = context.raw('toolDescription');
  const parts = [system, text].filter(
    (part) =>
      typeof part === 'string' && part !== '' && !/^=\s*\{\{\s*\$fromAI[^}]*\}\}\s*$/i.test(part),
  );
  if (parts.length > 0)
    config['system'] = parts.map((part) => plainText(context.template(part))).join('\n\n');
  const schema = parserSchema(conversion.workflow, parsers);
  if (schema !== null) config['schema'] = schema;
  const below = tools.filter(({ type }) => type === 'langchain.agentTool');
  const names = tools
    .filter((tool) => !below.includes(tool))
    .map((tool) => toolOf(conversion, tool));
  if (names.length > 0) config['tools'] = [...new Set(names)];
  const native = context.native('agent', config);
  const piece = chainOf([
    typeof described === 'string'
      ? { ...native, settings: { description: described.replace(/^=/, '') } }
      : native,
  ]);
  const edges: readonly NativeEdge[] = below.flatMap((helper) => {
    const id = conversion.ids.get(helper);
    if (id === undefined) return [];
    conversion.subagents.add(id);
    return [{ from: native.id, to: id, kind: 'subagent' as const }];
  });
  return { ...piece, edges };
}
