// Apps without a graph: one model, or one agent, with its prompt.
import { given } from '../draft/given.ts';
import {
  isObject,
  listAt,
  objectAt,
  ownValue,
  textAt,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import {
  addEdge,
  addNode,
  bind,
  lose,
  newDraft,
  takeId,
  toDefinition,
  type Draft,
  type Report,
} from '../draft/draft.ts';
import { addRecall, addRemember, turnsName } from '../draft/conversation-memory.ts';
import { openingOf } from './conversation.ts';
import { textOf } from './dify-graph.ts';
import { modelSettings } from './nodes/model-settings.ts';
import { toolName } from './nodes/tool-nodes.ts';
import type { DifyApp, DifyScope } from './scope.ts';

const source = 'app';

export function convertModelApp(
  document: JsonObject,
  report: Report,
  name: string | undefined,
): JsonObject {
  const about = objectAt(document, 'app');
  const config = objectAt(document, 'model_config');
  const mode = textAt(about, 'mode') ?? 'chat';
  const draft = newDraft(report);
  const title = textOf(ownValue(about, 'name')) || name || 'Dify app';
  const isChat = mode !== 'completion';
  const conversation = new Map<string, Json>(isChat ? [[turnsName, []]] : []);
  const start = takeId(draft, 'start');
  const fields = readForm(config);
  addNode(draft, { id: start, type: 'start', config: { schema: formSchema(fields, isChat) } });
  const id = takeId(draft, mode === 'agent-chat' ? 'agent' : 'answer');
  const call = modelCall({ config, draft, title, id, isChat });
  addNode(draft, { id, ...call, name: title, origin: [source, title] });
  const end = takeId(draft, 'end');
  if (isChat) {
    const { first, last } = addRecall(draft, conversation);
    addEdge(draft, { from: start, to: first });
    addEdge(draft, { from: last, to: id });
    const remember = addRemember(draft, conversation, id);
    addEdge(draft, { from: id, to: remember });
    addEdge(draft, { from: remember, to: end });
  } else {
    addEdge(draft, { from: start, to: id });
    addEdge(draft, { from: id, to: end });
  }
  addNode(draft, { id: end, type: 'end', config: { value: { answer: `\${${id}.output}` } } });
  return toDefinition(draft, {
    name: title,
    description: textOf(ownValue(about, 'description')),
    metadata: {
      origin: { format: 'dify', version: textOf(ownValue(document, 'version')) },
      ...openingOf(config),
    },
  });
}

interface Field {
  readonly type: string;
  readonly setting: JsonObject;
}

/** `user_input_form: [{ "text-input": { variable, label, required } }]`. */
function readForm(config: JsonObject): readonly Field[] {
  return listAt(config, 'user_input_form').flatMap((entry) => {
    if (!isObject(entry)) return [];
    return Object.entries(entry).flatMap(([type, setting]) =>
      isObject(setting) ? [{ type, setting }] : [],
    );
  });
}

function formSchema(fields: readonly Field[], isChat: boolean): JsonObject {
  const properties: { [name: string]: Json } = {};
  const required: string[] = [];
  for (const { type, setting } of fields) {
    const name = textOf(ownValue(setting, 'variable'));
    if (name === '') continue;
    const options = listAt(setting, 'options')
      .map(textOf)
      .filter((option) => option !== '');
    properties[name] = {
      type: type === 'number' ? 'number' : 'string',
      title: textOf(ownValue(setting, 'label')) || name,
      ...given({ enum: options.length === 0 ? undefined : [...new Set(options)] }),
    };
    if (ownValue(setting, 'required') === true) required.push(name);
  }
  if (isChat) {
    properties['query'] = { type: 'string' };
    properties['conversation_id'] = { type: 'string' };
  }
  return {
    type: 'object',
    properties,
    ...given({ required: required.length === 0 ? undefined : required }),
  };
}

interface AppCall {
  readonly config: JsonObject;
  readonly draft: Draft;
  readonly title: string;
  readonly id: string;
  readonly isChat: boolean;
}

function modelCall({ config, draft, title, id, isChat }: AppCall): {
  readonly type: string;
  readonly config: JsonObject;
} {
  const instructions = promptText(textAt(config, 'pre_prompt') ?? '');
  const names = toolsOf({ config, draft, title, id, isChat });
  const earlier = `\${= empty(state.${turnsName}) ? "" : "\\n\\nEarlier in this conversation:\\n" + state.${turnsName}.map(turn => "User: " + turn.query + "\\nAssistant: " + turn.answer).join("\\n") }`;
  const model = modelSettings(pseudoStep(draft, id, title), objectAt(config, 'model'));
  const system = isChat ? instructions + earlier : '';
  const prompt = isChat ? '${trigger.query|}' : instructions;
  const type = names.length > 0 ? 'agent' : 'llm';
  return {
    type,
    config: {
      ...model,
      ...given({ system: system === '' ? undefined : system }),
      prompt,
      ...given({ tools: names.length === 0 ? undefined : names }),
    },
  };
}

/** `{{name}}` reads a field of the form. */
function promptText(text: string): string {
  return text
    .replaceAll('${', () => '$${')
    .replaceAll(
      /\{\{\s*([\p{L}_][\p{L}\p{N}_]*)\s*\}\}/gu,
      (_, name: string) => `\${trigger.${name}|}`,
    );
}

function toolsOf({ config, draft, title, id }: AppCall): readonly string[] {
  const mode = objectAt(config, 'agent_mode');
  const names: string[] = [];
  const need = (tool: string, what: string, hint: string): void => {
    if (names.includes(tool)) return;
    names.push(tool);
    bind(draft.report, { tool, title: what, nodes: [source], parameters: {} });
    lose(draft.report, {
      node: source,
      kind: 'binding',
      pointer: '/model_config',
      message: `"${title}" uses ${what}.`,
      hint,
      native: id,
    });
  };
  if (ownValue(mode, 'enabled') !== false) {
    for (const tool of listAt(mode, 'tools')) {
      if (!isObject(tool) || ownValue(tool, 'enabled') === false) continue;
      const name = toolName(
        textOf(ownValue(tool, 'provider_id')) || textOf(ownValue(tool, 'provider_name')),
        textOf(ownValue(tool, 'tool_name')),
      );
      const label = textOf(ownValue(tool, 'tool_label')) || name;
      need(
        name,
        `the Dify tool "${label}"`,
        `Offer a tool named "${name}" from an MCP server, an OpenAPI document or a function.`,
      );
    }
  }
  const datasets = listAt(objectAt(objectAt(config, 'dataset_configs'), 'datasets'), 'datasets');
  if (datasets.length > 0) {
    need(
      'knowledge-search',
      'knowledge bases of a Dify installation',
      'Offer a tool named "knowledge-search" that returns passages for a query.',
    );
  }
  return names;
}

/** The app as a node, so that its model is read and reported like that of any other. */
function pseudoStep(
  draft: Draft,
  id: string,
  title: string,
): {
  readonly node: DifyScope['container'] & object;
  readonly id: string;
  readonly scope: DifyScope;
} {
  const graph = { nodes: [], byId: new Map(), edges: [], doubles: [] };
  const app: DifyApp = {
    graph,
    isChat: true,
    python: false,
    constants: new Map(),
    secrets: new Set(),
    conversation: new Map(),
    ids: new Map(),
    values: new Map(),
    failures: new Map(),
    scopes: new Map(),
  };
  const scope: DifyScope = {
    app,
    draft,
    container: null,
    parent: null,
    handed: {},
    kept: new Set(),
  };
  const node = {
    id: source,
    type: 'llm',
    title,
    data: {},
    parent: null,
    position: null,
    pointer: '/model_config',
  };
  return { node, id, scope };
}
