// Tools of an agent
// Those that n8n describes completely come along in the definition: requests, code, other workflows. Those of apps are bound by someone;
// what the workflow sets for them is code around the bound tool, so that the model cannot change it.
import { isObject, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { templateToCode } from '../code/write-code.ts';
import { appTool } from '../apps/apps.ts';
import { hostTool } from '../apps/host-tools.ts';
import type { ModelArgument } from '../expressions/expression-scope.ts';
import { loseOf, type Conversion } from '../context/conversion.ts';
import {
  createContext,
  expressionsIn,
  pairsOf,
  type NodeContext,
} from '../context/node-context.ts';
import { scopeOf, wholeList } from '../context/scope-of.ts';
import { workflowOf } from '../nodes/flow.ts';
import { httpConfig, urlOf } from '../nodes/http-request.ts';
import { authOf } from '../nodes/http-auth.ts';
import { bindTool, sayBinding } from '../nodes/vendor.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';
import { allBelow } from '../context/helpers-of.ts';
import { schemaOfParameters } from './schema-of.ts';
import { plainText } from '../read/plain-text.ts';
import { hasWorkflowWithin, workflowWithin } from '../nodes/workflow-within.ts';

const TOOL_NAME_MAX = 64;

/** The name under which the agent calls it. */
export function toolOf(conversion: Conversion, node: N8nNode): string {
  const known = conversion.toolNames.get(node);
  if (known !== undefined) return known;
  const name = freeName(conversion, nameOf(node));
  conversion.toolNames.set(node, name);
  const asked = new Map<string, ModelArgument>();
  const scope = {
    ...scopeOf(conversion, node, wholeList),
    modelArgument: (argument: ModelArgument) => {
      const key = argument.name.replaceAll(/\W+/g, '_');
      asked.set(key, argument);
      return `args.${key}`;
    },
  };
  const context = createContext(conversion, node, { scope, mode: 'lose' });
  nameForeignReads(context);
  const made = bodyOf(context);
  const description = describe(node);
  conversion.tools.set(name, {
    description,
    parameters: made.parameters ?? parametersOf(asked, node),
    ...made.body,
  });
  return name;
}

interface MadeTool {
  readonly body: JsonObject;
  readonly parameters?: JsonObject;
}

function bodyOf(context: NodeContext): MadeTool {
  const { node } = context;
  switch (node.type) {
    case 'httpRequestTool':
      return { body: { http: httpConfig(context) } };
    case 'langchain.toolHttpRequest':
      return oldRequest(context);
    case 'langchain.toolCode':
      return codeTool(context);
    case 'langchain.toolWorkflow':
      return workflowTool(context);
    default: {
      const ready = appTool(context);
      if (ready !== null) return { body: { http: ready } };
      const body = hostTool(context);
      return body === null ? boundTool(context) : { body };
    }
  }
}

function nameOf({ name, parameters }: N8nNode): string {
  const written = parameters['name'];
  const word =
    typeof written === 'string' && written !== '' && !written.startsWith('=') ? written : name;
  const plain = word
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return plain === '' ? 'tool' : plain.slice(0, TOOL_NAME_MAX);
}

/** Names of nodes may differ in letters that names of tools do not have. */
function freeName({ toolNames }: Conversion, wanted: string): string {
  const taken = new Set(toolNames.values());
  let name = wanted;
  for (let count = 2; taken.has(name); count++) {
    const ending = `_${count}`;
    name = `${wanted.slice(0, TOOL_NAME_MAX - ending.length)}${ending}`;
  }
  return name;
}

function describe({ name, parameters }: N8nNode): string {
  for (const key of ['toolDescription', 'description']) {
    const value = parameters[key];
    if (typeof value === 'string' && value !== '') return value.replace(/^=/, '');
  }
  return name;
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['json', 'object'],
  ['object', 'object'],
  ['array', 'array'],
]);

function parametersOf(asked: ReadonlyMap<string, ModelArgument>, node: N8nNode): JsonObject {
  const found = asked.size > 0 ? asked : new Map(readAsked(node).map((each) => [each.name, each]));
  const properties: { [key: string]: Json } = {};
  const required: string[] = [];
  for (const [key, { description, type, default: otherwise }] of found) {
    const schema: { [key: string]: Json } = { type: TYPES.get(type) ?? 'string' };
    if (description !== '') schema['description'] = description;
    setOwn(properties, key, schema);
    if (otherwise === undefined) required.push(key);
  }
  return required.length === 0
    ? { type: 'object', properties }
    : { type: 'object', properties, required };
}

const ASKED =
  /\$from[aA][iI]\(\s*(["'`])([^"'`]+)\1\s*(?:,\s*(["'`])((?:\\.|(?!\3)[\s\S])*)\3\s*)?(?:,\s*(["'`])(\w*)\5)?/g;

/** What expressions ask the model for, where they are kept as code. */
function readAsked(node: N8nNode): readonly ModelArgument[] {
  return expressionsIn(node.parameters).flatMap((source) =>
    [...source.matchAll(ASKED)].map(([, , name = '', , description = '', , type = '']) => ({
      name: name.replaceAll(/\W+/g, '_'),
      description,
      type: type === '' ? 'string' : type,
      default: undefined,
    })),
  );
}

/** A tool works outside of the graph: it cannot read the item that its agent works on. */
function nameForeignReads({ node, lose }: NodeContext): void {
  const reads = expressionsIn(node.parameters).some((source) =>
    /\$json|\$\(|\$node|\$input|\$item/.test(source.replaceAll(/\$from[aA][iI]/g, '')),
  );
  if (!reads) return;
  lose({
    kind: 'tool-expression',
    message: `"${node.name}" reads the item of its agent, which a tool is not given.`,
    hint: 'Name the value in the prompt of the agent, and let the model pass it on as an argument.',
  });
}

function oldRequest(context: NodeContext): MadeTool {
  const { raw, template, choice } = context;
  const placeholders = raw('placeholderDefinitions', 'values');
  const properties: { [key: string]: Json } = {};
  for (const entry of Array.isArray(placeholders) ? placeholders.filter(isObject) : []) {
    const { name, description, type } = entry;
    if (typeof name !== 'string' || name === '') continue;
    setOwn(properties, name, {
      type: TYPES.get(plainText(type)) ?? 'string',
      description: typeof description === 'string' ? description : '',
    });
  }
  const filled = (value: Json): Json => {
    if (typeof value === 'string') {
      return value.replaceAll(/(?<!\$)\{(\w+)\}/g, (_, name: string) => {
        if (!Object.hasOwn(properties, name)) setOwn(properties, name, { type: 'string' });
        return `\${= args.${name} ?? "" }`;
      });
    }
    if (Array.isArray(value)) return value.map((item: Json) => filled(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, filled(held)]));
  };
  const config: { [key: string]: Json } = {
    url: filled(urlOf(context, raw('url'))),
    method: choice(['method'], 'GET'),
  };
  for (const [key, list, json] of OLD_PARTS) {
    const written = raw(json);
    const pairs = pairsOf(raw(list, 'values'));
    const listed = raw(list, 'values');
    const asked = Array.isArray(listed) ? listed.filter(isObject) : [];
    const values: { [key: string]: Json } = {};
    for (const entry of asked) {
      const name = entry['name'];
      if (typeof name !== 'string' || name === '') continue;
      const isGiven = typeof entry['value'] === 'string' && entry['value'] !== '';
      if (!isGiven && !Object.hasOwn(properties, name))
        setOwn(properties, name, { type: 'string' });
      setOwn(
        values,
        name,
        isGiven
          ? filled(template(entry['value'] ?? ''))
          : `\${= args[${JSON.stringify(name)}] ?? "" }`,
      );
    }
    if (typeof written === 'string' && written !== '')
      config[key] =
        key === 'body'
          ? { text: plainText(filled(template(written))), type: 'application/json' }
          : filled(template(written));
    else if (pairs.length > 0 || asked.length > 0)
      config[key] = key === 'body' ? { json: values } : values;
  }
  if (config['method'] === 'GET') delete config['body'];
  if (typeof config['headers'] === 'string') delete config['headers'];
  if (typeof config['query'] === 'string') delete config['query'];
  Object.assign(config, authOf(context));
  return { body: { http: config }, parameters: { type: 'object', properties } };
}

const OLD_PARTS = [
  ['query', 'parametersQuery', 'jsonQuery'],
  ['headers', 'parametersHeaders', 'jsonHeaders'],
  ['body', 'parametersBody', 'jsonBody'],
] as const;

function codeTool({ node, lose }: NodeContext): MadeTool {
  const { parameters } = node;
  const isPython = parameters['language'] === 'python';
  const written = parameters[isPython ? 'pythonCode' : 'jsCode'];
  const source = typeof written === 'string' ? written.replace(/^=/, '') : '';
  if (isPython) {
    lose({
      kind: 'python-code',
      message: `"${node.name}" is Python, which is experimental and off unless the operator allows it.`,
      hint: 'Switch limits.code.python on, or write it again in JavaScript.',
    });
    return { body: { code: { language: 'python', code: source === '' ? 'return None' : source } } };
  }
  const schema = parameters['specifyInputSchema'] === true ? schemaOfParameters(parameters) : null;
  const code = `const query = args.query ?? args;\n${source === '' ? 'return query;' : source}`;
  const given: JsonObject = {
    type: 'object',
    properties: { query: { type: 'string' } },
    required: ['query'],
  };
  return { body: { code: { code } }, parameters: schema ?? given };
}

function workflowTool(context: NodeContext): MadeTool {
  const { raw, node } = context;
  const id = calledByTool(context);
  const values = raw('workflowInputs', 'value');
  const schema = raw('specifyInputSchema') === true ? schemaOfParameters(node.parameters) : null;
  if (!isObject(values) || Object.keys(values).length === 0) {
    const given: JsonObject = { type: 'object', properties: { query: { type: 'string' } } };
    return { body: { workflow: id }, parameters: schema ?? given };
  }
  return { body: { workflow: id, input: [context.template(values)] } };
}

/** A tool calls a workflow by its id: one that it contains becomes a workflow beside the imported one. */
function calledByTool(context: NodeContext): string {
  const { raw, conversion, node } = context;
  const isWithin = hasWorkflowWithin(context);
  const { id, name } = workflowOf(raw('workflowId'));
  if (!isWithin) {
    loseOf(conversion, node, {
      kind: 'other-workflow',
      message: `"${node.name}" calls the workflow ${id}${name === '' ? '' : ` ("${name}")`} as a tool; import it under that id.`,
      hint: `skein import FILE, and give it the id "${id}".`,
    });
    return id;
  }
  const isKnown = conversion.within.has(node);
  const definition = workflowWithin(context);
  if (definition === null) return id;
  const own = conversion.workflow.id === '' ? conversion.workflow.name : conversion.workflow.id;
  const called = `${own === '' ? 'imported' : own}-${conversion.ids.get(node) ?? ''}`;
  const title = `${conversion.workflow.name}: ${node.name}`;
  if (!isKnown) conversion.called.push({ ...definition, id: called, name: title });
  return called;
}

/** The tool itself is bound; what the workflow fixes is handed over by code. */
function boundTool(context: NodeContext): MadeTool {
  const { node, conversion } = context;
  const tool = bindTool(conversion, node);
  sayBinding(context, tool);
  const below = allBelow(conversion.workflow, node);
  const fixed: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(node.parameters)) {
    if (key !== 'toolDescription' && key !== 'descriptionType') setOwn(fixed, key, value);
  }
  for (const helper of below) setOwn(fixed, helper.name, helper.parameters);
  const code = `const $fromAI = (name) => args[name.replace(/\\W+/g, '_')];\nreturn await tools[${JSON.stringify(tool)}](${templateToCode(fixed)});`;
  return { body: { code: { code, tools: [tool] } } };
}
