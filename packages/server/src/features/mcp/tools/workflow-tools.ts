// Workflows as tools
// W1. Only what belongs to the caller, is active and can run.
import { createHash } from 'node:crypto';
import type { Tool } from '@modelcontextprotocol/server';
import type { WorkflowDescription } from '@skein/engine';
import { EngineError, type NewestDefinition, type Page } from '@skein/ports';
import { toolInput, type ToolInput } from './tool-input.ts';
import type { McpHost } from '../mcp-host.ts';
import { runToolNames } from './run-tools.ts';
import { toolNames } from './tool-names.ts';

export interface WorkflowTool {
  readonly tool: Tool;
  readonly workflow: WorkflowDescription;
  readonly input: ToolInput;
}

/** What clients show at once; the rest follows by cursors. */
const pageMax = 500;

export interface ToolPage {
  readonly tools: readonly WorkflowTool[];
  /** Where the next page begins; null after the last. */
  readonly nextCursor: string | null;
}

/** Null when the cursor leads nowhere: what it named is gone, or it was made up. */
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

/** Opaque to clients, and no longer than it must be, whatever the id. */
function toCursor(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

export async function findWorkflowTool(host: McpHost, name: string): Promise<WorkflowTool | null> {
  if (runToolNames.has(name)) return null;
  if (toolNames([name])[0] === name) {
    const newest = await ownWorkflow(host, name);
    if (newest !== null) return newest.isActive ? describe(host, name, name) : null;
  }
  // A name that was made from an id says too little to find it.
  const found = (await namedWorkflows(host)).find((each) => each.name === name);
  return found === undefined ? null : describe(host, found.id, name);
}

async function ownWorkflow(
  { engine, user }: McpHost,
  id: string,
): Promise<NewestDefinition | null> {
  try {
    return await engine.workflows.newest(id, user);
  } catch (error) {
    if (error instanceof EngineError && error.code === 'WORKFLOW_NOT_FOUND') return null;
    throw error;
  }
}

interface NamedWorkflow {
  readonly id: string;
  readonly name: string;
}

/** All active ones, in the order in which they were first saved, with the names of their tools. */
async function namedWorkflows(host: McpHost): Promise<readonly NamedWorkflow[]> {
  const own = await ownWorkflows(host);
  const ids = own.filter(({ isActive }) => isActive).map(({ id }) => id);
  const names = toolNames(ids, runToolNames);
  return ids.map((id, i) => ({ id, name: names[i] ?? id }));
}

async function ownWorkflows({
  engine,
  user,
}: McpHost): Promise<readonly Pick<NewestDefinition, 'id' | 'isActive'>[]> {
  const found: Pick<NewestDefinition, 'id' | 'isActive'>[] = [];
  const whose = user === undefined ? {} : { user };
  let cursor: string | null = null;
  do {
    const page: Page<NewestDefinition> = await engine.workflows.list({
      ...whose,
      ...(cursor === null ? {} : { cursor }),
    });
    // Without their definitions: there may be many.
    for (const record of page.items) {
      if (record.user === user) found.push({ id: record.id, isActive: record.isActive });
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

async function describe(host: McpHost, id: string, name: string): Promise<WorkflowTool | null> {
  try {
    const workflow = await host.engine.workflows.describe(id, host.user);
    const input = toolInput(workflow.inputSchema);
    return { workflow, input, tool: toolOf(workflow, name, input) };
  } catch (error) {
    // It was valid once; a function or node type that it needs may be gone.
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
    // The schema is JSON of the definition; the protocol's type names some of its keys.
    inputSchema: schema as unknown as Tool['inputSchema'],
  };
}
