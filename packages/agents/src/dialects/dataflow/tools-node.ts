import { ownValue, type Json, type JsonObject, type NodeResult } from '@skein/kernel';
import type { NodeBehaviour, NodeCall, NodeIo, Tool } from '@skein/ports';

export const toolsNode: NodeBehaviour = {
  description: 'Offers tools to chats.',
  run: runTools,
  asksInSteps: true,
};

/** Names that are not registered are left out. */
async function runTools({ config }: NodeCall, io: NodeIo): Promise<NodeResult> {
  const wanted = ownValue(config, 'tools') ?? 'auto';
  const all = await io.tools.list();
  const chosen = Array.isArray(wanted) ? all.filter(({ name }) => wanted.includes(name)) : all;
  const tools: Json = chosen.map(describe);
  const toolNames: Json = chosen.map(({ name }) => name);
  return { value: { tools, toolNames }, ports: { tools, toolNames } };
}

/** Functions cannot travel on an edge; the receiver looks the tool up by name. */
function describe({ name, description, parameters }: Tool): JsonObject {
  return { name, description, parameters };
}
