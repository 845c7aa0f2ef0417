// The node type `pipeline.agent`
// The tool loop with a pipeline's own words: a fixed user message, tools that are switched on by name, and large outputs that
// the model may ask for.
import {
  isObject,
  ownValue,
  textOf,
  type Json,
  type JsonObject,
  type NodeResult,
} from '@skein/kernel';
import { agentStepConfigShape, type ValueOf } from '@skein/dialects';
import type { HostNeeds, NodeBehaviour, NodeCall, NodeIo, Tool } from '@skein/ports';
import { failureError } from '../../failure-error.ts';
import { acceptToolApproval } from '../../loop/approve-tool-call.ts';
import { runAgentLoop } from '../../loop/run-agent-loop.ts';
import { modelNeeds } from '../../configs/host-needs.ts';
import { readConfig } from '../../configs/read-config.ts';

const maxTurnsDefault = 10;

type AgentStepConfig = ValueOf<typeof agentStepConfigShape>;

export const agentStepNode: NodeBehaviour = {
  description: 'Asks a model that may call tools, as a step of a pipeline.',
  run: runAgentStep,
  needs: stepNeeds,
  asksInSteps: true,
  accept: acceptToolApproval,
};

async function runAgentStep(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const { model, system, prompt, maxTurns, ...config } = readConfig(call, agentStepConfigShape);
  const found = await findTools(config.tools ?? {}, call, io);
  const large = (config.outputs ?? []).filter(({ value }) => isLarge(value));
  const tools = large.length === 0 ? found : [outputTool(large), ...found];
  const { text } = await runAgentLoop(
    {
      model,
      system,
      messages: [{ role: 'user', content: prompt }],
      tools,
      maxTurns: maxTurns ?? maxTurnsDefault,
      limitName: 'max_turns',
    },
    call,
    io,
  );
  return { value: text };
}

/** Before the model is called: otherwise a missing tool would only be noticed when the model calls it. */
async function findTools(
  switches: JsonObject,
  call: NodeCall,
  io: NodeIo,
): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  const missing: string[] = [];
  for (const name of enabledTools({ tools: switches })) {
    const tool = await io.tools.find(name);
    if (tool === undefined) missing.push(name);
    else tools.push(tool);
  }
  if (missing.length > 0) throw notFound(call, missing);
  return tools;
}

function enabledTools({ tools = {} }: JsonObject): readonly string[] {
  return Object.entries(isObject(tools) ? tools : {}).flatMap(([name, settings]) =>
    isObject(settings) && ownValue(settings, 'enabled') === true ? [name] : [],
  );
}

function stepNeeds(config: JsonObject): HostNeeds {
  const tools = enabledTools(config).map((name) => ({ path: ['tools', name], name }));
  return { ...modelNeeds({ ...config, tools: [] }), tools };
}

function notFound({ node, nodeName }: NodeCall, missing: readonly string[]): Error {
  const names = missing.map((name) => `"${name}"`).join(', ');
  return failureError({
    code: 'TOOL_NOT_FOUND',
    message: `The step "${nodeName}" enables tools that cannot be found: ${names}.`,
    retry: 'never',
    data: { node, tools: missing },
  });
}

/** Whether the prompt contains a summary instead. */
function isLarge(value: Json): boolean {
  return textOf(value, 'summary') !== textOf(value, 'markdown');
}

const outputToolName = 'get_step_output';

function outputTool(outputs: NonNullable<AgentStepConfig['outputs']>): Tool {
  return {
    name: outputToolName,
    description: 'Gives the whole of an earlier output of which the prompt only has a summary.',
    parameters: {
      type: 'object',
      properties: {
        output_id: { type: 'string', description: 'The output id that stands below the summary.' },
      },
      required: ['output_id'],
      additionalProperties: false,
    },
    effect: 'pure',
    run: (args) => {
      // The arguments have been checked against the parameters.
      const { output_id: wanted } = args as { readonly output_id: string };
      // The id of an output is generated in the run; a prompt that knows only the definition may name the step.
      const output = outputs.find(({ id, step }) => id === wanted || step === wanted);
      if (output !== undefined) return output.value;
      const known = outputs.map(({ id }) => id).join(', ');
      throw new Error(`No output has the id "${wanted}". Known: ${known}.`);
    },
  };
}
