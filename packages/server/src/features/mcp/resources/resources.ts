// Resources: definitions of workflows, and outputs of runs
// R1. Only those of the caller; everything else does not exist.
// R2. Nothing is listed that cannot be read: of runs, the newest ones that have an output.
import {
  ProtocolError,
  ProtocolErrorCode,
  type ListResourcesResult,
  type ReadResourceResult,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { EngineError } from '@skein/ports';
import { ownRun } from '../../runs/own-run.ts';
import { everyItem } from '../../../values/every-item.ts';
import type { McpHost } from '../mcp-host.ts';
import { readFile } from '../runs/file-contents.ts';

const runsShown = 50;
const mimeType = 'application/json';

const workflowUri = (id: string) => `skein://workflows/${encodeURIComponent(id)}`;
const outputUri = (id: string) => `skein://runs/${encodeURIComponent(id)}/output`;

export const resourceTemplates: ResourceTemplateType[] = [
  {
    uriTemplate: 'skein://workflows/{id}',
    name: 'workflow',
    title: 'Definition of a workflow',
    description: 'The newest version of a workflow, as JSON.',
    mimeType,
  },
  {
    uriTemplate: 'skein://runs/{run}/output',
    name: 'output',
    title: 'Output of a run',
    description: 'What a run has come to, as JSON, however long it is.',
    mimeType,
  },
  {
    uriTemplate: 'skein://runs/{run}/files/{file}',
    name: 'file',
    title: 'File of a run',
    description: 'A file that a run has stored, which its output names.',
  },
];

export async function listResources(host: McpHost): Promise<ListResourcesResult> {
  const { engine, user } = host;
  const whose = user === undefined ? {} : { user };
  const resources: ListResourcesResult['resources'] = [];
  for await (const workflow of everyItem((page) => engine.workflows.list({ ...page, ...whose }))) {
    if (workflow.user !== user || !workflow.isActive) continue;
    const { id } = workflow;
    resources.push({
      uri: workflowUri(id),
      name: id,
      description: `The definition of the workflow ${id}.`,
      mimeType,
    });
  }
  const { items } = await engine.runs.list({ ...whose, status: 'completed', limit: runsShown });
  for (const run of items) {
    if (run.user !== user) continue;
    resources.push({
      uri: outputUri(run.id),
      name: `output of ${run.id}`,
      description: `The output of a run of ${run.workflow.id}.`,
      mimeType,
    });
  }
  return { resources };
}

export async function readResource(host: McpHost, uri: string): Promise<ReadResourceResult> {
  const [, ofRun = '', file = ''] = /^skein:\/\/runs\/([^/]+)\/files\/([^/]+)$/.exec(uri) ?? [];
  if (file !== '') return fileOf(host, { uri, run: decoded(ofRun), id: decoded(file) });
  const [, kind, given = '', part] =
    /^skein:\/\/(workflows|runs)\/([^/]+)(?:\/(output))?$/.exec(uri) ?? [];
  const isKnown = kind === 'workflows' ? part === undefined : part === 'output';
  const id = isKnown ? decoded(given) : null;
  if (id === null) throw unknown(uri);
  try {
    const value = kind === 'workflows' ? await definitionOf(host, id) : await outputOf(host, id);
    return { contents: [{ uri, mimeType, text: JSON.stringify(value, null, 2) }] };
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) throw unknown(uri);
    throw error;
  }
}

async function fileOf(
  host: McpHost,
  {
    uri,
    run,
    id,
  }: { readonly uri: string; readonly run: string | null; readonly id: string | null },
): Promise<ReadResourceResult> {
  if (run === null || id === null) throw unknown(uri);
  try {
    await ownRun(host.engine, host.user ?? '', run);
    return { contents: [await readFile(host, { run, id })] };
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) throw unknown(uri);
    throw error;
  }
}

async function definitionOf({ engine, user }: McpHost, id: string): Promise<unknown> {
  return (await engine.workflows.get(id, undefined, user)).definition;
}

async function outputOf({ engine, user }: McpHost, id: string): Promise<unknown> {
  const { id: run } = await ownRun(engine, user ?? '', id);
  return (await engine.runs.get(run)).output;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function unknown(uri: string): ProtocolError {
  const message = `There is no resource ${JSON.stringify(uri.slice(0, 200))}.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { uri });
}
