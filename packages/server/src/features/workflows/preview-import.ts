import { importSource, parseDocument, type AnswerOf } from '@skein/api';
import { EngineError } from '@skein/ports';

interface Given {
  readonly text: string;
  readonly name?: string | undefined;
  readonly format?: AnswerOf<'previewImport'>['format'] | undefined;
}

/** A file of another product as a native definition, with everything that is left to do; nothing is kept. */
export async function previewImport({
  text,
  name = 'file',
  format,
}: Given): Promise<AnswerOf<'previewImport'>> {
  const parsed = await parseDocument(text, { name });
  if (!parsed.ok) throw new EngineError('WORKFLOW_INVALID', { diagnostics: parsed.diagnostics });
  const title = name.replace(/\.\w+$/, '');
  const options = format === undefined ? { name: title } : { name: title, format };
  const imported = importSource(parsed.json, options);
  if (imported === null)
    throw new EngineError('IMPORT_UNKNOWN', { file: name, format: format ?? null });
  const { losses, bindings, more, secrets } = imported;
  return {
    ...imported,
    more: [...more],
    losses: [...losses],
    bindings: bindings.map((binding) => ({ ...binding, nodes: [...binding.nodes] })),
    secrets: [...secrets],
  };
}
