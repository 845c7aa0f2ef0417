// Nodes that ask a model for more than a text: classes, parameters, work with tools.
import { given } from '../../draft/given.ts';
import {
  isObject,
  listAt,
  objectAt,
  ownValue,
  textAt,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import { addEdge, addNode, bind } from '../../draft/draft.ts';
import { isJsonList } from '../../draft/is-json-list.ts';
import { readSelector, textOf } from '../dify-graph.ts';
import { convertText } from '../dify-text.ts';
import { helperId, type DifyScope } from '../scope.ts';
import {
  addStep,
  loseOf,
  objectsIn,
  single,
  type ConvertDify,
  type DifyStep,
} from './dify-step.ts';
import { templateOrLoss } from './flow-nodes.ts';
import { imagesOf } from './llm-node.ts';
import { modelSettings } from './model-settings.ts';
import { parameterValue, toolName } from './tool-nodes.ts';

function asked(step: DifyStep, selector: readonly string[]): string {
  const value = templateOrLoss(step, selector);
  return value === null ? '' : textOf(value);
}

export const convertClassifier: ConvertDify = (step) => {
  const { node, scope, id } = step;
  const classes = objectsIn(listAt(node.data, 'classes')).map((each) => ({
    id: textOf(ownValue(each, 'id')),
    name: convertText(scope, node, textOf(ownValue(each, 'name'))),
  }));
  const instruction = convertText(
    scope,
    node,
    textAt(node.data, 'instruction') || textAt(node.data, 'instructions') || '',
  );
  const lines = classes.map((each) => `- ${each.id}: ${each.name}`).join('\n');
  const images = imagesOf(step);
  addStep(step, {
    type: 'llm',
    config: {
      ...modelSettings(step, objectAt(node.data, 'model')),
      system: `Assign the text to exactly one of these categories. Answer with the id and the name of the category as JSON.\n${lines}${instruction === '' ? '' : `\n\n${instruction}`}`,
      prompt: asked(step, readSelector(ownValue(node.data, 'query_variable_selector'))),
      schema: {
        type: 'object',
        properties: {
          category_id: { type: 'string', enum: [...new Set(classes.map((each) => each.id))] },
          category_name: { type: 'string' },
        },
        required: ['category_id', 'category_name'],
      },
      ...given({ images: images === null ? undefined : images }),
    },
  });
  return withSwitch(scope, id, {
    origin: node.id,
    key: 'category_id',
    names: classes.map((each) => each.id),
  });
};

/** A switch behind a node whose value names the way to go on. */
export function withSwitch(
  scope: DifyScope,
  id: string,
  {
    origin,
    key,
    names,
  }: { readonly origin: string; readonly key: string; readonly names: readonly string[] },
): {
  readonly first: string;
  readonly exit: (handle: string) => { readonly from: string; readonly out: string };
} {
  const choice = helperId(scope, id, 'choice');
  const distinct = [...new Set(names)].filter((name) => name !== '' && name !== 'default');
  const cases = distinct.map((name) => ({
    name,
    when: { left: `\${previous.${key}}`, op: 'eq', right: name },
  }));
  const whole = cases.length === 0 ? [{ name: 'none', when: { left: null, op: 'exists' } }] : cases;
  addNode(scope.draft, { id: choice, type: 'switch', config: { cases: whole }, origin: [origin] });
  addEdge(scope.draft, { from: id, to: choice });
  return {
    first: id,
    exit: (handle) => ({ from: choice, out: distinct.includes(handle) ? handle : 'default' }),
  };
}

const parameterTypes: Readonly<Record<string, JsonObject>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  bool: { type: 'boolean' },
  boolean: { type: 'boolean' },
  select: { type: 'string' },
  'array[string]': { type: 'array', items: { type: 'string' } },
  'array[number]': { type: 'array', items: { type: 'number' } },
  'array[object]': { type: 'array', items: { type: 'object' } },
};

export const convertExtractor: ConvertDify = (step) => {
  const { node, scope } = step;
  const properties: { [name: string]: Json } = {};
  const required: string[] = [];
  for (const parameter of objectsIn(listAt(node.data, 'parameters'))) {
    const name = textOf(ownValue(parameter, 'name'));
    const shape = parameterTypes[textAt(parameter, 'type') ?? 'string'] ?? { type: 'string' };
    const options = listAt(parameter, 'options')
      .map(textOf)
      .filter((option) => option !== '');
    const about = textOf(ownValue(parameter, 'description'));
    properties[name] = {
      ...shape,
      ...given({ description: about === '' ? undefined : about }),
      ...given({ enum: options.length === 0 ? undefined : [...new Set(options)] }),
    };
    if (ownValue(parameter, 'required') === true) required.push(name);
  }
  const instruction = convertText(scope, node, textAt(node.data, 'instruction') ?? '');
  const images = imagesOf(step);
  addStep(step, {
    type: 'llm',
    config: {
      ...modelSettings(step, objectAt(node.data, 'model')),
      system: `Extract the parameters from the text and answer with JSON.${instruction === '' ? '' : `\n\n${instruction}`}`,
      prompt: asked(step, readSelector(ownValue(node.data, 'query'))),
      schema: {
        type: 'object',
        properties,
        ...given({ required: required.length === 0 ? undefined : required }),
      },
      ...given({ images: images === null ? undefined : images }),
    },
  });
  return single(step.id);
};

export const convertAgent: ConvertDify = (step) => {
  const { node } = step;
  const parameters = objectAt(node.data, 'agent_parameters');
  const model = ownValue(objectAt(parameters, 'model'), 'value');
  const settings = isObject(model)
    ? modelSettings(step, {
        provider: ownValue(model, 'provider') ?? '',
        name: ownValue(model, 'model') ?? ownValue(model, 'name') ?? '',
        completion_params: objectAt(model, 'completion_params'),
      })
    : {};
  const instruction = textValue(step, objectAt(parameters, 'instruction'));
  const query = textValue(step, objectAt(parameters, 'query'));
  const turns = Number(textOf(ownValue(objectAt(parameters, 'maximum_iterations'), 'value')));
  const tools = agentTools(step, ownValue(objectAt(parameters, 'tools'), 'value'));
  otherParameters(step, parameters);
  addStep(step, {
    type: 'agent',
    config: {
      ...settings,
      ...given({ system: instruction === '' ? undefined : instruction }),
      prompt: query,
      ...given({ tools: tools.length === 0 ? undefined : tools }),
      ...given({ maxTurns: Number.isInteger(turns) && turns > 0 ? turns : undefined }),
    },
  });
  return single(step.id);
};

const agentKeys: ReadonlySet<string> = new Set([
  'model',
  'instruction',
  'query',
  'maximum_iterations',
  'tools',
  'context',
]);

/** Settings of strategies that plugins define. */
function otherParameters(step: DifyStep, parameters: JsonObject): void {
  const others = Object.entries(parameters).filter(([key, value]) => {
    const held = isObject(value) ? ownValue(value, 'value') : value;
    return !agentKeys.has(key) && held !== null && held !== '' && held !== undefined;
  });
  if (others.length === 0) return;
  loseOf(step, {
    kind: 'agent-setting',
    key: 'agent_parameters',
    message: `"${step.node.title}" sets ${others.map(([key]) => key).join(', ')} of its strategy.`,
    hint: 'Say it in the instructions of the agent, or offer it as a tool.',
  });
}

function textValue(step: DifyStep, parameter: JsonObject): string {
  const value = parameterValue(step, parameter);
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}

function agentTools(step: DifyStep, list: Json | undefined): readonly string[] {
  const { node, scope } = step;
  const names: string[] = [];
  for (const tool of objectsIn(isJsonList(list) ? list : [])) {
    if (ownValue(tool, 'enabled') === false) continue;
    const name = toolName(
      textOf(ownValue(tool, 'provider_name')),
      textOf(ownValue(tool, 'tool_name')),
    );
    if (names.includes(name)) continue;
    names.push(name);
    const title = textOf(ownValue(tool, 'tool_label')) || name;
    bind(scope.draft.report, { tool: name, title, nodes: [node.id], parameters: {} });
    loseOf(step, {
      kind: 'binding',
      key: 'agent_parameters',
      message: `"${node.title}" uses the Dify tool "${title}".`,
      hint: `Offer a tool named "${name}": from an MCP server, an OpenAPI document or a function.`,
    });
  }
  return names;
}
