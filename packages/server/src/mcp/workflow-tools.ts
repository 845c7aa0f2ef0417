// Workflows as tools
// W1. Only what belongs to the caller, is active and can run.
import type { Tool } from '@modelcontextprotocol/server';
import type { WorkflowDescription } from '@skein/engine';
import { EngineError, type DefinitionRecord, type Page } from '@skein/ports';
import { toolInput, type ToolInput } from './input-schema.ts';
import { ownValue } from './json.ts';
import type { McpHost } from './mcp-host.ts';
import { runToolNames } from './run-tools.ts';
import { toolNames } from './tool-names.ts';

export interface WorkflowTool {
  readonly tool: Tool;
  readonly workflow: WorkflowDescription;
  readonly input: ToolInput;
}

/** More would fill every context that they are shown in. */
const toolsMax = 1_000;

export async function listWorkflowTools(host: McpHost): Promise<readonly WorkflowTool[]> {
  const records = await ownRecords(host);
  const names = toolNames(
    records.map(({ id }) => id),
    runToolNames,
  );
  const tools: WorkflowTool[] = [];
  for (const [i, record] of records.entries()) {
    const tool = await describe(host, record.id, names[i] ?? record.id);
    if (tool !== null) tools.push(tool);
  }
  return tools;
}

export async function findWorkflowTool(host: McpHost, name: string): Promise<WorkflowTool | null> {
  if (runToolNames.has(name)) return null;
  const record = await ownRecord(host, name);
  if (record !== null && toolNames([name])[0] === name) {
    return isActive(record) ? describe(host, name, name) : null;
  }
  // A name that was made from an id says too little to find it.
  const tools = await listWorkflowTools(host);
  return tools.find(({ tool }) => tool.name === name) ?? null;
}

async function ownRecord({ engine, user }: McpHost, id: string): Promise<DefinitionRecord | null> {
  try {
    return await engine.workflows.get(id, undefined, user);
  } catch (error) {
    if (error instanceof EngineError && error.code === 'WORKFLOW_NOT_FOUND') return null;
    throw error;
  }
}

async function ownRecords({ engine, user }: McpHost): Promise<readonly DefinitionRecord[]> {
  const found: DefinitionRecord[] = [];
  const whose = user === undefined ? {} : { user };
  let cursor: string | null = null;
  do {
    const page: Page<DefinitionRecord> = await engine.workflows.list({
      ...whose,
      ...(cursor === null ? {} : { cursor }),
    });
    found.push(...page.items.filter((record) => record.user === user));
    cursor = page.nextCursor;
  } while (cursor !== null && found.length < toolsMax);
  return found.filter(isActive).slice(0, toolsMax);
}

function isActive({ definition }: DefinitionRecord): boolean {
  return ownValue(definition, 'is_active') !== false;
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
