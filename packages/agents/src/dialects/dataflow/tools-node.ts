import { ownValue, type Json, type NodeResult } from '@skein/kernel';
import type { NodeBehaviour, NodeCall, NodeIo, Tool, ToolSource } from '@skein/ports';
import { toolNeeds } from '../../configs/host-needs.ts';
import { toolOnEdge } from './given-tools.ts';

export const toolsNode: NodeBehaviour = {
  description: 'Offers tools to chats.',
  run: runTools,
  needs: (config) => ({ tools: toolNeeds(ownValue(config, 'tools') ?? 'auto') }),
  asksInSteps: true,
};

async function runTools({ config }: NodeCall, io: NodeIo): Promise<NodeResult> {
  const wanted = ownValue(config, 'tools') ?? 'auto';
  const all = await io.tools.list();
  const chosen = Array.isArray(wanted) ? await chooseTools(io.tools, all, wanted) : all;
  const tools: Json = chosen.map(toolOnEdge);
  const toolNames: Json = chosen.map(({ name }) => name);
  return { value: { tools, toolNames }, ports: { tools, toolNames } };
}

/** Names that are not registered are left out; some tools are found by their name only. */
async function chooseTools(
  source: ToolSource,
  all: readonly Tool[],
  wanted: readonly Json[],
): Promise<readonly Tool[]> {
  const chosen = all.filter(({ name }) => wanted.includes(name));
  const listed = new Set(all.map(({ name }) => name));
  for (const name of new Set(wanted)) {
    if (typeof name !== 'string' || listed.has(name)) continue;
    const tool = await source.find(name);
    if (tool !== undefined) chosen.push(tool);
  }
  return chosen;
}
