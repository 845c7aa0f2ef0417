// Tools that a definition brings along
// Each says one of a request, code or another workflow, in the settings of the node types that do the same; templates in it read only
// the arguments of a call.
import { isObject, ownValue, parseTemplate, type Json, type JsonObject } from '@skein/kernel';
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { checkShape, createWalk } from '../../shape/check-shape.ts';
import {
  any,
  boolean,
  choice,
  either,
  nonEmptyText,
  openObject,
  optional,
  record,
  required,
  text,
} from '../../shape/shape.ts';
import { jsonSchema } from '../settings/setting-shapes.ts';
import { nodeConfigShapes } from '../nodes/native-nodes.ts';

const authShape = record(
  'auth',
  {
    bearer: optional(nonEmptyText, 'the name of a secret, sent as "Authorization: Bearer …"'),
    header: optional(
      record('header', {
        name: required(nonEmptyText, 'the name of the header'),
        secret: required(nonEmptyText, 'the name of a secret'),
      }),
      'a header that is a secret',
    ),
  },
  ['bearer', 'header'],
);

const openapiShape = record('openapi', {
  document: required(either(openObject, nonEmptyText), 'the document, or its address'),
  operation: required(nonEmptyText, 'the id of the operation'),
  baseURL: optional(nonEmptyText, 'where requests go; default: the first server of the document'),
  auth: optional(authShape, 'how its requests sign in'),
});

const mcpShape = record('mcp', {
  url: required(nonEmptyText, 'the address of the server'),
  tool: optional(nonEmptyText, 'what the server calls the tool; default: its name here'),
  auth: optional(authShape, 'how its requests sign in'),
});

const toolShape = record('tool', {
  description: optional(text, 'what it does, for models'),
  parameters: optional(jsonSchema, 'the JSON schema of its arguments; default: any object'),
  effect: optional(choice('pure', 'idempotent', 'guarded'), 'what happens when it is called twice'),
  approve: optional(boolean, 'whether a person must approve every call'),
  http: optional(openObject, 'a request, with the settings of an http node'),
  code: optional(openObject, 'code, with the settings of a code node'),
  workflow: optional(nonEmptyText, 'the id of a workflow that it runs'),
  input: optional(any, 'of a workflow: its input; default: the arguments'),
  openapi: optional(openapiShape, 'an operation of an OpenAPI document'),
  mcp: optional(mcpShape, 'a tool of an MCP server at an address'),
});

const kinds = ['http', 'code', 'workflow', 'openapi', 'mcp'] as const;

export function checkTools(definition: Json): readonly Finding[] {
  const tools = isObject(definition) ? ownValue(definition, 'tools') : undefined;
  if (tools === undefined || !isObject(tools)) return [];
  return Object.entries(tools).flatMap(([name, tool]) => checkTool(tool, ['tools', name]));
}

function checkTool(tool: Json, path: Path): readonly Finding[] {
  const findings = [...shapeOf(toolShape, tool, path)];
  if (!isObject(tool)) return findings;
  const given = kinds.filter((kind) => Object.hasOwn(tool, kind));
  if (given.length !== 1) {
    findings.push({
      path,
      code: 'BAD_VALUE',
      severity: 'error',
      message: `A tool of a definition has one of "http", "code", "workflow", "openapi" and "mcp", and here ${given.length === 0 ? 'none' : given.join(' and ')}.`,
      hint: 'Say what the tool does in one of them.',
    });
  }
  for (const kind of ['http', 'code'] as const) {
    const settings = ownValue(tool, kind);
    const shape = nodeConfigShapes.get(kind);
    if (settings === undefined || shape === undefined || !isObject(settings)) continue;
    findings.push(...shapeOf(shape, settings, [...path, kind]));
  }
  return [...findings, ...checkTemplates(tool, path)];
}

function shapeOf(shape: Parameters<typeof checkShape>[0], value: Json, path: Path) {
  const walk = createWalk();
  walk.path.push(...path);
  checkShape(shape, value, walk);
  return walk.findings;
}

function checkTemplates(tool: JsonObject, path: Path): readonly Finding[] {
  return (['http', 'input'] as const).flatMap((key) => {
    const written = ownValue(tool, key);
    if (written === undefined) return [];
    const { problems } = parseTemplate(written, { locals: ['args'] });
    return problems.map(({ path: inside, message, hint, code }): Finding => ({
      path: [...path, key, ...inside],
      code: code ?? 'BAD_REFERENCE',
      severity: 'error',
      message,
      hint,
    }));
  });
}
