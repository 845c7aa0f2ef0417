// One native node as a step
import {
  isObject,
  ownValue,
  parseTemplate,
  type Json,
  type JsonObject,
  type WorkflowNode,
} from '@skein/kernel';
import { pickOwn } from '../../json/pick-own.ts';
import { quotedShort } from '../../shape/describe.ts';
import { maxTurnsDefault, userMessage } from '../compile/compile-step.ts';
import { exportPrompt, type PromptExport } from './export-prompt.ts';
import { agentType, checkerType } from '../shape/pipeline-kinds.ts';
import { textOrEmpty } from '../read/read-steps.ts';

export interface StepExport extends Pick<PromptExport, 'names' | 'losses' | 'earlier'> {
  /** The step as it was written in the document that the workflow comes from; empty when it is new. */
  readonly original: JsonObject;
  /** Its place among the nodes of the workflow. */
  readonly place: number;
}

export function exportStep(node: WorkflowNode, how: StepExport): JsonObject {
  const { names, original } = how;
  // What was said about another prompt would now be wrong.
  const { generated_summary: _, model: __, schema: ___, ...kept } = original;
  const description = node.description ?? (Object.hasOwn(original, 'description') ? '' : undefined);
  return {
    ...kept,
    uuid: names.uuidOf(node.id) ?? node.id,
    name: names.nameOf(node.id),
    ...(description !== undefined && { description }),
    ...typed(node, how),
  };
}

function typed(node: WorkflowNode, how: StepExport): JsonObject {
  const config = node.config ?? {};
  switch (node.type) {
    case checkerType: {
      const conditions = ownValue(config, 'conditions');
      const written = Array.isArray(conditions) ? (conditions as readonly Json[]) : [];
      return {
        type: 'stop_checker',
        stop_conditions: written.flatMap((condition, i) => exportCondition(condition, i, how)),
      };
    }
    case agentType:
    case 'agent':
      return {
        type: 'custom_agent',
        ...modelAndPrompt(node, how),
        tools: toolsOf(node, how),
        ...turnsOf(node),
      };
    default:
      return { type: 'custom_llm', ...modelAndPrompt(node, how), ...pickOwn(config, 'schema') };
  }
}

function exportCondition(condition: Json, i: number, how: StepExport): readonly Json[] {
  const id = isObject(condition) ? textOrEmpty(condition, 'step_definition_uuid') : '';
  const uuid = how.earlier.has(id) ? how.names.uuidOf(id) : undefined;
  if (isObject(condition) && uuid !== undefined) {
    return [{ ...condition, step_definition_uuid: uuid }];
  }
  how.losses.push({
    path: ['nodes', how.place, 'config', 'conditions', i],
    message: `A stop condition checks an earlier step, and ${quotedShort(id)} is not one: it is left out.`,
  });
  return [];
}

function modelAndPrompt(node: WorkflowNode, how: StepExport): JsonObject {
  const config = node.config ?? {};
  const place = ['nodes', how.place, 'config'];
  const model = parseTemplate(textOrEmpty(config, 'model')).template;
  if (model.kind !== 'constant') {
    const message = 'The model of a step is a plain name; a reference cannot be expressed.';
    how.losses.push({ path: [...place, 'model'], message });
  }
  const prompt = textOrEmpty(config, 'prompt');
  const isFixed = prompt === userMessage;
  if (!isFixed) {
    const message = `Every step is told ${JSON.stringify(userMessage)}, so the prompt becomes a part of the system prompt.`;
    how.losses.push({ path: [...place, 'prompt'], message });
  }
  const texts = (isFixed ? ['system'] : ['system', 'prompt']).map((key) =>
    exportPrompt(textOrEmpty(config, key), { ...how, path: [...place, key] }),
  );
  const system_prompt = texts.filter((text) => text !== '').join('\n\n');
  return { model: model.kind === 'constant' ? model.value : '', system_prompt };
}

function toolsOf(node: WorkflowNode, { place, losses }: StepExport): Json {
  const tools = ownValue(node.config ?? {}, 'tools') ?? {};
  if (isObject(tools)) return tools;
  if (Array.isArray(tools) && tools.every((tool) => typeof tool === 'string')) {
    return Object.fromEntries(tools.map((tool) => [tool, { enabled: true }]));
  }
  losses.push({
    path: ['nodes', place, 'config', 'tools'],
    message: 'The tools of a step are named one by one, so these cannot be expressed.',
  });
  return {};
}

/** A native agent may make more calls than a step, unless it says how many. */
function turnsOf({ type, config = {} }: WorkflowNode): JsonObject {
  const written = ownValue(config, 'maxTurns');
  if (written !== undefined) return { max_turns: written };
  return type === 'agent' ? { max_turns: 2 * maxTurnsDefault } : {};
}
