// Files in an output, as the protocol has them: images and sounds that a client can show
// F1. Only files of the run itself, whatever the output names.
// F2. At most a few, and none that is large: the value still names the others.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isObject, type Json } from '@skein/api';
import type { RunJson } from '@skein/engine';
import { fileNamed } from '@skein/ports';
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
    const [, kind] = /^(image|audio)\//.exec(file?.type ?? '') ?? [];
    if (file === null || file.size > bytesMax || (kind !== 'image' && kind !== 'audio')) continue;
    const pieces: Uint8Array[] = [];
    for await (const piece of file.bytes()) pieces.push(piece);
    contents.push({
      type: kind,
      data: Buffer.concat(pieces).toString('base64'),
      mimeType: file.type,
    });
  }
  return contents;
}

function filesIn(value: Json, depth: number): { readonly run: string; readonly id: string }[] {
  const named = fileNamed(value);
  if (named !== null) return [named];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  const inner: readonly Json[] = isObject(value) ? Object.values(value) : value;
  return inner.flatMap((each) => filesIn(each, depth - 1));
}
