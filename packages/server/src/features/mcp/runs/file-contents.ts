// Files in an output, as the protocol has them: images and sounds that a client can show, others as embedded resources
// F1. Only files of the run itself, whatever the output names.
// F2. At most a few, and none that is large: the value still names the others.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isObject, type Json } from '@skein/api';
import type { RunJson } from '@skein/engine';
import { EngineError, fileNamed } from '@skein/ports';
import { orNull } from '../../../values/or-null.ts';
import type { McpHost } from '../mcp-host.ts';

type Content = CallToolResult['content'][number];

const filesMax = 4;
const bytesMax = 2_000_000;
const depthMax = 6;

export async function fileContents({ engine }: McpHost, run: RunJson): Promise<Content[]> {
  const named = filesIn(run.output ?? null, depthMax).slice(0, filesMax);
  const contents: Content[] = [];
  for (const { run: owner, id } of named) {
    if (owner !== run.id) continue;
    const file = await orNull(() => engine.runs.file(run.id, id));
    if (file === null || file.size > bytesMax) continue;
    contents.push(contentOf(fileUri(run.id, id), file.type, await bytesOf(file)));
  }
  return contents;
}

type RunFile = Awaited<ReturnType<McpHost['engine']['runs']['file']>>;

const fileUri = (run: string, id: string) =>
  `skein://runs/${encodeURIComponent(run)}/files/${encodeURIComponent(id)}`;

/** A file of a run as a resource, however large a message may be. */
export async function readFile(
  { engine }: McpHost,
  { run, id }: { readonly run: string; readonly id: string },
): Promise<FileResource> {
  const file = await engine.runs.file(run, id);
  if (file.size > readMax)
    throw new EngineError('BAD_VALUE', {
      what: 'file',
      complaint: `It has ${file.size} bytes; at most ${readMax} are read here.`,
    });
  return resourceOf(fileUri(run, id), file.type, await bytesOf(file));
}

const readMax = 10_000_000;

async function bytesOf(file: RunFile): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.bytes()) pieces.push(piece);
  return Buffer.concat(pieces);
}

function contentOf(uri: string, mimeType: string, bytes: Buffer): Content {
  const [, kind] = /^(image|audio)\//.exec(mimeType) ?? [];
  if (kind === 'image' || kind === 'audio')
    return { type: kind, data: bytes.toString('base64'), mimeType };
  return { type: 'resource', resource: resourceOf(uri, mimeType, bytes) };
}

type FileResource = { readonly uri: string; readonly mimeType: string } & (
  | { readonly text: string }
  | { readonly blob: string }
);

function resourceOf(uri: string, mimeType: string, bytes: Buffer): FileResource {
  const isText = /^text\/|[/+](?:json|xml)(?:;|$)/.test(mimeType);
  return isText
    ? { uri, mimeType, text: bytes.toString('utf8') }
    : { uri, mimeType, blob: bytes.toString('base64') };
}

function filesIn(value: Json, depth: number): { readonly run: string; readonly id: string }[] {
  const named = fileNamed(value);
  if (named !== null) return [named];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  const inner: readonly Json[] = isObject(value) ? Object.values(value) : value;
  return inner.flatMap((each) => filesIn(each, depth - 1));
}
