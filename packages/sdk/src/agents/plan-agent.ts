import { argumentSchema, sdkModel, type AgentPlan } from '@skein/agents';
import { withoutUndefined, type NodeIo, type Tool } from '@skein/ports';
import type { AgentSource } from './agent-source.ts';
import { toPortTools } from './to-port-tool.ts';

/** What the loop of agents needs to know of an agent, whatever it is asked. */
export type AskedAgent = Omit<AgentPlan, 'messages'>;

export async function planAgent(source: AgentSource, io: NodeIo): Promise<AskedAgent> {
  const { id, model, instructions, output, maxTurns, tools: given } = source;
  const { temperature, topP, frequencyPenalty, presencePenalty, stopSequences } = source;
  const { reasoningEffort, maxOutputTokens } = source;
  const tools: Tool[] = [];
  // Through the engine, which answers from a cassette if it has one, and traces the calls.
  for (const own of await toPortTools(given))
    tools.push((await io.tools.find(own.name, own)) ?? own);
  const plan = {
    ...askedModel(model),
    system: instructions,
    schema: output === undefined ? undefined : argumentSchema(output).describe(),
    maxTurns,
    temperature,
    topP,
    frequencyPenalty,
    presencePenalty,
    stopSequences,
    reasoningEffort,
    maxOutputTokens,
  };
  return { ...withoutUndefined(plan), agent: id, tools };
}

function askedModel(model: AgentSource['model']): Pick<AgentPlan, 'model' | 'ownModel'> {
  if (model === undefined || typeof model === 'string') return { model };
  return { model: `${model.provider}/${model.modelId}`, ownModel: sdkModel(model) };
}
