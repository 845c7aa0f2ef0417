// Nodes that ask a model.
import { isObject, objectAt, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { addEdge, bind, takeId } from '../draft/draft.ts';
import { given } from '../draft/given.ts';
import { computed } from '../draft/place.ts';
import {
  addFlow,
  inputObjects,
  inputText,
  loseFlow,
  single,
  type FlowMade,
  type FlowStep,
} from './flow-step.ts';
import { flowExpression, flowText } from './flowise-text.ts';

const providers: Readonly<Record<string, string>> = {
  chatOpenAI: 'openai',
  chatAnthropic: 'anthropic',
  chatGoogleGenerativeAI: 'google',
};

/** Settings of models that are no settings of an answer. */
const silent =
  /^(?:cache|streaming|modelName|temperature|topP|frequencyPenalty|presencePenalty|maxTokens|maxOutputTokens|.*Model|FLOWISE_CREDENTIAL_ID|credential|allowImageUploads|imageResolution|basepath|proxyUrl|baseOptions|baseUrl|keepAlive|timeout|reasoningEffort|budgetTokens|extendedThinking)$/;

function modelSettings(step: FlowStep, prefix: string): JsonObject {
  const { inputs, label } = step.node;
  const kind = inputText(inputs, `${prefix}Model`);
  const config = objectAt(inputs, `${prefix}ModelConfig`);
  const name = inputText(config, 'modelName') || inputText(config, 'customModelName');
  const provider = providers[kind] ?? (kind.replace(/^chat/i, '').toLowerCase() || 'model');
  if (kind !== '' && providers[kind] === undefined) {
    loseFlow(
      step,
      'binding',
      `"${label}" asks the model "${name}" of "${provider}".`,
      `Add the provider "${provider}" to the configuration, give the model an alias, or choose another model.`,
    );
  }
  const lost = Object.entries(config).filter(
    ([key, value]) =>
      !silent.test(key) &&
      value !== '' &&
      value !== null &&
      value !== false &&
      !(isObject(value) && Object.keys(value).length === 0),
  );
  if (lost.length > 0) {
    loseFlow(
      step,
      'model-setting',
      `"${label}" sets ${lost.map(([key]) => key).join(', ')} for its model, which cannot be set here.`,
      'Check the answers without it.',
    );
  }
  if (ownValue(config, 'extendedThinking') === true) {
    loseFlow(
      step,
      'model-setting',
      `"${label}" thinks with a budget of tokens, which cannot be set here.`,
      'Set "reasoningEffort" of the node.',
    );
  }
  const effort = inputText(config, 'reasoningEffort');
  const sampling = (key: string): number | undefined => {
    const value = Number(inputText(config, key) || Number.NaN);
    return value >= 0 || (value < 0 && key.endsWith('Penalty')) ? value : undefined;
  };
  const tokens = Number(
    inputText(config, 'maxTokens') || inputText(config, 'maxOutputTokens') || Number.NaN,
  );
  return given({
    model: name === '' ? undefined : `${provider}/${name}`,
    reasoningEffort: effort === '' ? undefined : effort,
    temperature: sampling('temperature'),
    topP: sampling('topP'),
    frequencyPenalty: sampling('frequencyPenalty'),
    presencePenalty: sampling('presencePenalty'),
    maxOutputTokens: Number.isInteger(tokens) && tokens > 0 ? tokens : undefined,
  });
}

/** System prompt and message; without a message of its own a node gets what the user said. */
function prompts(
  step: FlowStep,
  prefix: string,
): { readonly system: string; readonly prompt: string } {
  const { inputs, label } = step.node;
  const messages = inputObjects(inputs, `${prefix}Messages`).map((message) => ({
    role: inputText(message, 'role'),
    text: flowText(step, inputText(message, 'content')),
  }));
  const own = inputText(inputs, `${prefix}UserMessage`);
  const said = messages.filter(({ role }) => role !== 'system' && role !== 'developer');
  if (said.some(({ role }) => role === 'assistant')) {
    loseFlow(
      step,
      'messages',
      `"${label}" begins with a dialogue of several messages, which is written into one here.`,
      'Check the answers; write the examples into the system prompt if they differ.',
    );
  }
  const lines = [...said.map(({ text }) => text), own === '' ? '' : flowText(step, own)].filter(
    (line) => line !== '',
  );
  const system = messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(({ text }) => text)
    .join('\n\n');
  return {
    system,
    prompt: lines.length > 0 ? lines.join('\n\n') : flowText(step, '{{ question }}'),
  };
}

function structured(inputs: JsonObject, key: string): JsonObject | undefined {
  const fields = inputObjects(inputs, key);
  if (fields.length === 0) return undefined;
  const types: Readonly<Record<string, JsonObject>> = {
    string: { type: 'string' },
    number: { type: 'number' },
    boolean: { type: 'boolean' },
    stringArray: { type: 'array', items: { type: 'string' } },
  };
  const properties: { [name: string]: Json } = {};
  for (const field of fields) {
    const name = inputText(field, 'key');
    const options = inputText(field, 'enumValues')
      .split(',')
      .map((option) => option.trim())
      .filter((option) => option !== '');
    const about = inputText(field, 'description');
    if (name !== '')
      properties[name] = {
        ...(types[inputText(field, 'type')] ?? listSchema(field)),
        ...given({
          enum: options.length === 0 ? undefined : [...new Set(options)],
          description: about === '' ? undefined : about,
        }),
      };
  }
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** `jsonArray` says in JSON what its items have; any other type is a text. */
function listSchema(field: JsonObject): JsonObject {
  if (inputText(field, 'type') !== 'jsonArray') return { type: 'string' };
  try {
    // JSON.parse returns JSON, by its contract.
    const properties = JSON.parse(inputText(field, 'jsonSchema') || '{}') as Json;
    return {
      type: 'array',
      items: {
        type: 'object',
        ...given({ properties: isObject(properties) ? properties : undefined }),
      },
    };
  } catch {
    return { type: 'array', items: { type: 'object' } };
  }
}

export function convertModel(step: FlowStep, prefix: 'llm' | 'agent'): FlowMade {
  const { inputs } = step.node;
  const { system, prompt } = prompts(step, prefix);
  const tools = prefix === 'agent' ? agentTools(step) : [];
  const keepsContext = ownValue(inputs, `${prefix}EnableMemory`) === true && step.scope.hasMemory;
  addFlow(step, {
    type: prefix,
    config: {
      ...modelSettings(step, prefix),
      ...given({
        system: system === '' ? undefined : system,
        prompt,
        schema: structured(inputs, `${prefix}StructuredOutput`),
        tools: tools.length === 0 ? undefined : tools,
        context: keepsContext ? 'chat' : undefined,
      }),
    },
  });
  return withState(step, `${prefix}UpdateState`);
}

/** `UpdateState` sets state of the flow behind the node; `{{ output }}` is the node's own. */
export function withState(step: FlowStep, key: string, exit?: FlowMade): FlowMade {
  const { node, id, scope } = step;
  const set: { [name: string]: Json } = {};
  const last = exit?.exit(0)?.from ?? id;
  for (const change of inputObjects(node.inputs, key)) {
    const name = inputText(change, 'key');
    if (name === '') continue;
    const value = computed(
      flowExpression(step, inputText(change, 'value'), { root: { node: id }, path: [] }),
    );
    if (scope.isInner) {
      loseFlow(
        step,
        'state',
        `"${node.label}" changes the state "${name}" from inside an iteration, which runs on its own.`,
        'Return the value from the iteration, and set it after that.',
      );
    } else {
      set[name] = value;
      scope.draft.state[name] ??= '';
    }
  }
  if (Object.keys(set).length === 0) return exit ?? single(id);
  const change = takeId(scope.draft, `${id}_state`);
  addFlow(step, { id: change, type: 'set', config: { set } });
  addEdge(scope.draft, { from: last, to: change });
  return { first: exit?.first ?? id, exit: () => ({ from: change }) };
}

function agentTools(step: FlowStep): readonly string[] {
  const { inputs, label, id } = step.node;
  const names: string[] = [];
  const need = (tool: string, what: string): void => {
    if (names.includes(tool)) return;
    names.push(tool);
    bind(step.scope.draft.report, { tool, title: what, nodes: [id], parameters: {} });
    loseFlow(
      step,
      'binding',
      `"${label}" uses ${what}.`,
      `Offer a tool named "${tool}" from an MCP server, an OpenAPI document or a function.`,
    );
  };
  for (const tool of inputObjects(inputs, 'agentTools')) {
    const name = inputText(tool, 'agentSelectedTool');
    if (name !== '') need(name, `the Flowise tool "${name}"`);
  }
  for (const key of ['agentKnowledgeDocumentStores', 'agentKnowledgeVSEmbeddings']) {
    if (inputObjects(inputs, key).length > 0)
      need('knowledge-search', 'document stores of a Flowise installation');
  }
  return names;
}

/** A model that chooses the way. */
export function convertConditionAgent(step: FlowStep): FlowMade {
  const { inputs } = step.node;
  const scenarios = inputObjects(inputs, 'conditionAgentScenarios').map((scenario) =>
    flowText(step, inputText(scenario, 'scenario')),
  );
  const lines = scenarios.map((scenario, index) => `- ${index + 1}: ${scenario}`).join('\n');
  const written = inputText(inputs, 'conditionAgentInput');
  addFlow(step, {
    type: 'llm',
    config: {
      ...modelSettings(step, 'conditionAgent'),
      system:
        `Choose the scenario that fits the input. Answer with its number as JSON.\n${lines}\n\n${flowText(step, inputText(inputs, 'conditionAgentInstructions'))}`.trim(),
      prompt: flowText(step, written === '' ? '{{ question }}' : written),
      schema: {
        type: 'object',
        properties: {
          scenario: { type: 'integer', minimum: 1, maximum: Math.max(1, scenarios.length) },
        },
        required: ['scenario'],
      },
    },
  });
  const choice = takeId(step.scope.draft, `${step.id}_choice`);
  const cases = scenarios.map((_, index) => ({
    name: `scenario-${index + 1}`,
    when: { left: '${previous.scenario}', op: 'eq', right: index + 1 },
  }));
  addFlow(step, {
    id: choice,
    type: 'switch',
    config: { cases: cases.length === 0 ? [{ name: 'none', when: computed('false') }] : cases },
  });
  addEdge(step.scope.draft, { from: step.id, to: choice });
  return {
    first: step.id,
    exit: (output) => ({
      from: choice,
      out: output < scenarios.length ? `scenario-${output + 1}` : 'default',
    }),
  };
}
