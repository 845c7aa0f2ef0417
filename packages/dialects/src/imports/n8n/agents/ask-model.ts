// Nodes that ask a model: agents, chains, extractors, classifiers
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { allBelow, helpersOf } from '../context/helpers-of.ts';
import { conversationOf } from './conversation.ts';
import { modelSettings } from './model-of.ts';
import { parserSchema, schemaOfParameters } from './schema-of.ts';
import { toolOf } from './tools-of.ts';
import { loseOf } from '../context/conversion.ts';
import { withItems } from '../context/list-nodes.ts';
import type { NodeContext } from '../context/node-context.ts';
import type { NativeEdge, Piece } from '../context/piece.ts';
import { eachItem } from '../context/scope-of.ts';
import { convertVendor } from '../nodes/vendor.ts';
import type { NodeConverter } from '../nodes/node-converter.ts';
import { plainText } from '../read/plain-text.ts';

type Config = { [key: string]: Json };

function asking(convert: (context: NodeContext) => Piece): NodeConverter {
  return { words: eachItem, hard: 'before', convert };
}

/** The model, and what the parser wants of it. */
function baseConfig(context: NodeContext): {
  readonly config: Config;
  readonly hasSchema: boolean;
} {
  const { conversion, node } = context;
  const { models, parsers } = helpersOf(conversion.workflow, node);
  const [model, fallback] = models;
  const config: Config = { ...modelSettings(context, model) };
  if (model === undefined) {
    loseOf(conversion, node, {
      kind: 'credential',
      message: `"${node.name}" names no model; the default of the host is asked.`,
      hint: 'Name a model in the node.',
    });
  }
  if (fallback !== undefined) {
    loseOf(conversion, fallback, {
      kind: 'fallback-model',
      message: `"${fallback.name}" is asked when the first model of "${node.name}" fails.`,
      hint: 'Give the model an alias with a fallback in the configuration, or add an error edge to a second node.',
    });
  }
  const schema = parserSchema(conversion.workflow, parsers);
  const [parser] = parsers;
  if (schema !== null) config['schema'] = schema;
  else if (parser !== undefined) {
    loseOf(conversion, parser, {
      kind: 'schema',
      message: `"${parser.name}" has no schema or example that can be read.`,
      hint: 'Write the JSON schema of the answer in "schema" of the node.',
    });
  }
  return { config, hasSchema: schema !== null };
}

/** What the item holds when the prompt is not written down. */
function promptOf(context: NodeContext, otherwise: string): Json {
  return textOf(context.template(promptSource(context, otherwise)));
}

/** The prompt as n8n has it. */
function promptSource(context: NodeContext, otherwise: string): Json {
  const { raw, choice, node } = context;
  const isDefined =
    choice(['promptType'], node.version >= 1.3 || raw('text') === undefined ? 'auto' : 'define') ===
    'define';
  const written = raw('text') ?? raw('prompt');
  if (
    isDefined ||
    (raw('promptType') === undefined && typeof written === 'string' && written !== '')
  ) {
    return written ?? '';
  }
  return `={{ $json.${otherwise} }}`;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export const agentConverter = asking((context) => {
  const { node, raw, template, choice, conversion } = context;
  const kind = choice(['agent'], 'toolsAgent');
  if (kind === 'sqlAgent' || kind === 'planAndExecuteAgent') {
    context.lose({
      kind: 'agent-kind',
      message: `"${node.name}" is a ${kind}; here it is an agent with tools.`,
      hint: 'Give it the tools that it needs, such as one that asks the database.',
    });
  }
  const { config, hasSchema } = baseConfig(context);
  config['prompt'] = promptOf(context, 'chatInput');
  const system = raw('options', 'systemMessage') ?? raw('options', 'humanMessage');
  if (system !== undefined) config['system'] = textOf(template(system));
  const turns = raw('options', 'maxIterations');
  config['maxTurns'] = typeof turns === 'number' && turns >= 1 ? Math.trunc(turns) : 10;
  const { tools, memories } = helpersOf(conversion.workflow, node);
  const subagents = tools.filter(({ type }) => type === 'langchain.agentTool');
  const names = tools
    .filter((tool) => !subagents.includes(tool))
    .map((tool) => toolOf(conversion, tool));
  if (names.length > 0) config['tools'] = [...new Set(names)];
  const [memory] = memories;
  const source = promptSource(context, 'chatInput');
  const conversation = memory === undefined ? null : conversationOf(context, memory, source);
  if (conversation !== null)
    config['system'] = `${textOf(config['system'] ?? '')}${conversation.told}`;
  const key = hasSchema || node.version >= 1 ? 'output' : 'text';
  const piece = withItems(
    context,
    { type: 'agent', config },
    `previous.map(answer => ({ ${key}: answer }))`,
  );
  return withSubagents(context, conversation?.around(piece) ?? piece, subagents);
});

/** Agents below an agent are nodes that it reaches by edges of their own. */
function withSubagents(
  context: NodeContext,
  piece: Piece,
  subagents: readonly NodeContext['node'][],
): Piece {
  const agent = piece.nodes.find(({ type }) => type === 'agent')?.id ?? piece.entry;
  const edges: readonly NativeEdge[] = subagents.flatMap((helper) => {
    const id = context.conversion.ids.get(helper);
    if (id === undefined) return [];
    context.conversion.subagents.add(id);
    return [{ from: agent, to: id, kind: 'subagent' as const }];
  });
  return { ...piece, edges: [...piece.edges, ...edges] };
}

export const chainConverter = asking((context) => {
  const { raw, template } = context;
  const { config, hasSchema } = baseConfig(context);
  const listed = raw('messages', 'messageValues');
  const given = (Array.isArray(listed) ? listed : []).filter(isObject);
  const messages = given.filter((message) => !isPicture(message));
  const pictures = picturesOf(context, given.filter(isPicture));
  if (pictures.length > 0) config['images'] = pictures;
  const isSystem = ({ type }: { readonly [key: string]: Json }): boolean =>
    typeof type !== 'string' || type.startsWith('System');
  const join = (texts: readonly Json[]): string => texts.map((text) => textOf(text)).join('\n\n');
  const system = messages.filter(isSystem).map(({ message }) => template(message ?? ''));
  const others = messages
    .filter((message) => !isSystem(message))
    .map(({ message }) => template(message ?? ''));
  if (system.length > 0) config['system'] = join(system);
  config['prompt'] = join([...others, promptOf(context, 'chatInput')]);
  const key = hasSchema ? 'output' : 'text';
  return withItems(
    context,
    { type: 'llm', config },
    `previous.map(answer => ({ ${key}: answer }))`,
  );
});

function isPicture({ messageType }: JsonObject): boolean {
  return messageType === 'imageUrl' || messageType === 'imageBinary';
}

/** Those that have an address; files of an item are not sent to models. */
function picturesOf(context: NodeContext, messages: readonly JsonObject[]): readonly Json[] {
  const files = messages.filter(({ messageType }) => messageType === 'imageBinary');
  if (files.length > 0) {
    const names = files.map(({ binaryImageDataKey: key }) => `"${plainText(key, 'data')}"`);
    context.lose({
      kind: 'binary',
      message: `"${context.node.name}" shows the model pictures that are files of the item: ${names.join(', ')}.`,
      hint: 'Give their addresses in "images" of the node.',
    });
  }
  return messages.flatMap(({ messageType, imageUrl }) =>
    messageType === 'imageUrl' ? [context.template(imageUrl ?? '')] : [],
  );
}

/** Apps of providers: messages to a model are asked, everything else is a tool. */
export const providerConverter = asking((context) => {
  const { choice, raw, template, node } = context;
  const isChat = ['text', 'chat', ''].includes(choice(['resource'], 'text'));
  const isMessage = ['message', 'response', 'complete', ''].includes(
    choice(['operation'], 'message'),
  );
  const listed =
    raw('messages', 'values') ?? raw('responses', 'values') ?? raw('prompt', 'messages');
  if (!isChat || !isMessage || (!Array.isArray(listed) && typeof raw('prompt') !== 'string'))
    return convertVendor(context);
  const config: Config = { ...modelSettings(context, node) };
  const messages = (Array.isArray(listed) ? listed : [{ content: raw('prompt') ?? '' }]).filter(
    isObject,
  );
  const isSystem = ({ role }: { readonly [key: string]: Json }): boolean =>
    role === 'system' || role === 'developer';
  const join = (given: typeof messages): string =>
    given.map(({ content }) => textOf(template(content ?? ''))).join('\n\n');
  const system = messages.filter(isSystem);
  const rest = messages.filter((message) => !isSystem(message));
  const extra = raw('options', 'systemMessage') ?? raw('options', 'system');
  if (system.length > 0 || extra !== undefined)
    config['system'] = [
      ...(extra === undefined ? [] : [textOf(template(extra))]),
      ...(system.length === 0 ? [] : [join(system)]),
    ].join('\n\n');
  config['prompt'] = rest.length === 0 ? 'Answer.' : join(rest);
  const isJson = raw('jsonOutput') === true;
  const content = isJson ? 'type(answer) == "text" ? parseJson(answer) : answer' : 'answer';
  if (isJson) config['prompt'] = `${plainText(config['prompt'])}\n\nAnswer in JSON.`;
  const { tools } = helpersOf(context.conversion.workflow, node);
  const names = tools.map((tool) => toolOf(context.conversion, tool));
  if (names.length > 0) config['tools'] = [...new Set(names)];
  const shape =
    node.version >= 2 && node.type === 'langchain.openAi'
      ? `{ output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: ${content} }] }] }`
      : node.type === 'langchain.googleGemini'
        ? `{ content: { role: "model", parts: [{ text: ${content} }] } }`
        : node.type === 'langchain.anthropic'
          ? `{ content: [{ type: "text", text: ${content} }] }`
          : `{ index: 0, message: { role: "assistant", content: ${content} }, text: answer }`;
  return withItems(
    context,
    { type: names.length > 0 ? 'agent' : 'llm', config },
    `previous.map(answer => (${shape}))`,
  );
});

export const extractorConverter = asking((context) => {
  const { raw, template, node } = context;
  const { config } = baseConfig(context);
  const attributes = raw('attributes', 'attributes');
  const schema = Array.isArray(attributes)
    ? attributesSchema(attributes)
    : schemaOfParameters(node.parameters);
  if (schema !== null) config['schema'] = schema;
  config['prompt'] = textOf(template(raw('text') ?? ''));
  const system = raw('options', 'systemPromptTemplate');
  config['system'] =
    system === undefined
      ? 'Extract the asked information from the text. Leave out what the text does not say.'
      : textOf(template(system));
  return withItems(
    context,
    { type: 'llm', config },
    'previous.map(answer => ({ output: answer }))',
  );
});

function attributesSchema(attributes: readonly Json[]): Json {
  const properties: { [key: string]: Json } = {};
  const required: string[] = [];
  for (const attribute of attributes.filter(isObject)) {
    const { name, type, description } = attribute;
    if (typeof name !== 'string' || name === '' || name === '__proto__') continue;
    const kind = type === 'number' || type === 'boolean' ? type : 'string';
    properties[name] = {
      type: kind,
      description: typeof description === 'string' ? description.replace(/^=/, '') : '',
    };
    if (attribute['required'] === true) required.push(name);
  }
  return required.length === 0
    ? { type: 'object', properties }
    : { type: 'object', properties, required };
}

export const summarizerConverter = asking((context) => {
  const { raw, template, choice, conversion, node } = context;
  const mode = choice(['operationMode'], 'nodeInputJson');
  if (
    mode !== 'nodeInputJson' ||
    allBelow(conversion.workflow, node).some(({ type }) => /document|textSplitter/i.test(type))
  ) {
    return convertVendor(context);
  }
  const { config } = baseConfig(context);
  const prompts = raw('options', 'summarizationMethodAndPrompts', 'values');
  const written = isObject(prompts)
    ? (prompts['combineMapPrompt'] ?? prompts['prompt'])
    : undefined;
  const text = '${= json(item) }';
  const asked =
    typeof written === 'string'
      ? textOf(template(written))
      : 'Write a concise summary of the following:\n\n{text}';
  config['prompt'] = asked.includes('{text}')
    ? asked.replaceAll('{text}', text)
    : `${asked}\n\n${text}`;
  const key = node.version >= 2.1 ? 'output' : 'response';
  return withItems(
    context,
    { type: 'llm', config },
    `previous.map(answer => ({ ${key}: { text: answer } }))`,
  );
});
