// Prompts: one for each workflow
// What a person picks from a menu: it asks the model to run the workflow, with what the person has filled in.
import {
  ProtocolError,
  ProtocolErrorCode,
  type CompleteResult,
  type GetPromptResult,
  type ListPromptsResult,
  type Prompt,
} from '@modelcontextprotocol/server';
import { isObject, ownValue, type JsonObject } from '@skein/api';
import { withoutUndefined } from '@skein/ports';
import type { McpHost } from '../mcp-host.ts';
import { findWorkflowTool, listWorkflowTools, type WorkflowTool } from '../tools/workflow-tools.ts';

export async function listPrompts(
  host: McpHost,
  cursor: string | undefined,
): Promise<ListPromptsResult> {
  const page = await listWorkflowTools(host, cursor);
  if (page === null)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor; list them again.');
  const prompts = page.tools.map(toPrompt);
  return page.nextCursor === null ? { prompts } : { prompts, nextCursor: page.nextCursor };
}

export async function getPrompt(
  host: McpHost,
  name: string,
  given: Readonly<Record<string, string>>,
): Promise<GetPromptResult> {
  const found = await findWorkflowTool(host, name);
  if (found === null) {
    const message = `There is no prompt called ${JSON.stringify(name.slice(0, 200))}.`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  const { description = '', arguments: taken = [] } = toPrompt(found);
  const missing = taken.filter(({ name: key, required }) => required === true && !(key in given));
  if (missing.length > 0) {
    const message = `It needs ${missing.map(({ name: key }) => key).join(', ')}.`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  const filled = taken.flatMap(({ name: key }) =>
    Object.hasOwn(given, key) ? [`- ${key}: ${given[key] ?? ''}`] : [],
  );
  const text = [
    `Run the tool ${name} and tell me what came of it.`,
    ...(filled.length === 0 ? [] : ['Its arguments:', ...filled]),
  ].join('\n');
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

const completionsMax = 100;

/** The choices that an argument has, as far as they begin with what is typed. Other arguments have none to offer. */
export async function completeArgument(
  host: McpHost,
  prompt: string,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<CompleteResult> {
  const found = await findWorkflowTool(host, prompt);
  const properties = ownValue(found?.input.schema ?? {}, 'properties');
  const schema = isObject(properties) ? ownValue(properties, name) : undefined;
  const choices = isObject(schema) ? ownValue(schema, 'enum') : undefined;
  const texts = Array.isArray(choices) ? choices.filter((each) => typeof each === 'string') : [];
  const typed = value.toLowerCase();
  const fitting = texts.filter((each) => each.toLowerCase().startsWith(typed));
  const values = fitting.slice(0, completionsMax);
  const hasMore = fitting.length > values.length;
  return { completion: { values, total: fitting.length, hasMore } };
}

function toPrompt({ tool, input }: WorkflowTool): Prompt {
  const { name, title, description = '' } = tool;
  const properties = ownValue(input.schema, 'properties');
  const required = ownValue(input.schema, 'required');
  const names = Array.isArray(required) ? required : [];
  const fields = isObject(properties) ? Object.entries(properties) : [];
  return {
    name,
    ...withoutUndefined({ title }),
    description,
    arguments: fields.map(([key, schema]) => ({
      name: key,
      description: isObject(schema) ? descriptionOf(schema) : '',
      required: names.includes(key),
    })),
  };
}

function descriptionOf(schema: JsonObject): string {
  const said = ownValue(schema, 'description') ?? ownValue(schema, 'title');
  return typeof said === 'string' ? said : '';
}
