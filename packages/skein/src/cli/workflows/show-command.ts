import { drawMermaid, drawSvg, drawText } from '@skein/dialects';
import type { Graph } from '@skein/kernel';
import type { CommandCall } from '../arguments/command.ts';
import { problemError } from '../errors/command-error.ts';
import { printJson } from '../output/print-json.ts';
import { fileOrStored } from '../inputs/read-definition.ts';
import { readCompiler } from '../inputs/read-compiler.ts';
import { readingOf } from '../inputs/reading.ts';
import { writeText } from '../output/write-text.ts';

export async function showCommand({
  arguments: given,
  terminal,
  isJson,
}: CommandCall): Promise<number> {
  const [file = '-'] = given.positionals;
  const form = given.one('as') ?? 'text';
  const out = given.one('out');
  const reading = readingOf(given);
  const definition = await fileOrStored(file, given);
  const compile = await readCompiler(given);
  const { graph, diagnostics } = compile(definition, reading);
  if (graph === null) throw problemError('WORKFLOW_INVALID', { diagnostics });
  const content = draw(graph, form);
  if (out !== undefined) {
    await writeText(out, content);
    if (isJson) printJson(terminal, { file, as: form, out, bytes: Buffer.byteLength(content) });
    else terminal.note(`Wrote ${out} (${Buffer.byteLength(content)} bytes).\n`);
  } else if (isJson) printJson(terminal, { file, as: form, content });
  else terminal.foreignData(content);
  return 0;
}

function draw(graph: Graph, form: string): string {
  switch (form) {
    case 'mermaid':
      return drawMermaid(graph);
    case 'svg':
      return drawSvg(graph);
    default:
      return drawText(graph);
  }
}
