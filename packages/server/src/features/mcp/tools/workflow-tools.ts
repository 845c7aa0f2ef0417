// Workflows as tools
// W1. Only workflows that belong to the caller, are active and valid.
import { createHash } from 'node:crypto';
import type { Tool } from '@modelcontextprotocol/server';
import type { WorkflowDescription } from '@skein/engine';
import { EngineError } from '@skein/ports';
import { everyItem } from '../../../values/every-item.ts';
import { orNull } from '../../../values/or-null.ts';
import { toolInput, type ToolInput } from './tool-input.ts';
import type { McpHost } from '../mcp-host.ts';
import { runToolNames } from './run-tools.ts';
import { toolNames } from './tool-names.ts';

export interface WorkflowTool {
  readonly tool: Tool;
  readonly workflow: WorkflowDescription;
  readonly input: ToolInput;
}

/** The size of a page of tools. */
const pageMax = 500;

export interface ToolPage {
  readonly tools: readonly WorkflowTool[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Null for an unknown cursor: the workflow that it names is gone, or it was made up. */
export async function listWorkflowTools(
  host: McpHost,
  cursor: string | undefined,
): Promise<ToolPage | null> {
  const named = await namedWorkflows(host);
  const before = cursor === undefined ? -1 : named.findIndex(({ id }) => toCursor(id) === cursor);
  if (cursor !== undefined && before === -1) return null;
  const page = named.slice(before + 1, before + 1 + pageMax);
  const tools: WorkflowTool[] = [];
  for (const { id, name } of page) {
    const tool = await describe(host, id, name);
    if (tool !== null) tools.push(tool);
  }
  const last = page.at(-1);
  const isLast = last === undefined || before + 1 + pageMax >= named.length;
  return { tools, nextCursor: isLast ? null : toCursor(last.id) };
}

/** Opaque to clients, and short, whatever the id. */
function toCursor(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

export async function findWorkflowTool(host: McpHost, name: string): Promise<WorkflowTool | null> {
  if (runToolNames.has(name)) return null;
  if (toolNames([name])[0] === name) {
    const newest = await orNull(() => host.engine.workflows.newest(name, host.user));
    if (newest !== null) return newest.isActive ? describe(host, name, name) : null;
  }
  // The id cannot be read from a name that was made of it.
  const found = (await namedWorkflows(host)).find((each) => each.name === name);
  return found === undefined ? null : describe(host, found.id, name);
}

interface NamedWorkflow {
  readonly id: string;
  readonly name: string;
}

/** All active workflows, oldest first, with the names of their tools. */
async function namedWorkflows({ engine, user }: McpHost): Promise<readonly NamedWorkflow[]> {
  const whose = user === undefined ? {} : { user };
  // Only their ids: there may be many definitions.
  const ids: string[] = [];
  for await (const workflow of everyItem((page) => engine.workflows.list({ ...page, ...whose }))) {
    if (workflow.user === user && workflow.isActive) ids.push(workflow.id);
  }
  const names = toolNames(ids, runToolNames);
  return ids.map((id, i) => ({ id, name: names[i] ?? id }));
}

async function describe(host: McpHost, id: string, name: string): Promise<WorkflowTool | null> {
  try {
    const workflow = await host.engine.workflows.describe(id, host.user);
    const input = toolInput(workflow.inputSchema);
    return { workflow, input, tool: toolOf(workflow, name, input) };
  } catch (error) {
    // A function or node type that it needs may be gone since it was saved.
    if (error instanceof EngineError && error.code === 'WORKFLOW_INVALID') return null;
    throw error;
  }
}

function toolOf(workflow: WorkflowDescription, name: string, { schema }: ToolInput): Tool {
  const { id, name: title, description } = workflow;
  const about = description ?? (title === undefined ? '' : `${title}.`);
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description: about === '' ? `Runs the workflow ${id}.` : about,
    // A JSON schema; the protocol's type names some of its keys.
    inputSchema: schema as unknown as Tool['inputSchema'],
  };
}
