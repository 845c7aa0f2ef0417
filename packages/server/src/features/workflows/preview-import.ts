import { readImport, type AnswerOf, type ImportedText } from '@skein/api';
import { EngineError } from '@skein/ports';
import type { Caller } from './caller.ts';

/** A file of another product as a native definition, with everything that is left to do; nothing is kept. Threads convert it. */
export async function previewImport(
  { services, identity }: Caller,
  given: ImportedText,
): Promise<{ readonly body: AnswerOf<'previewImport'> } | Response> {
  const { name = 'file', format } = given;
  const found = (await services.large?.import(given, identity.owner)) ?? (await readImport(given));
  switch (found.type) {
    case 'unreadable':
      throw new EngineError('WORKFLOW_INVALID', { diagnostics: found.diagnostics });
    case 'unknown':
      throw new EngineError('IMPORT_UNKNOWN', { file: name, format: format ?? null });
    case 'text':
      return new Response(found.text, {
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      });
    case 'imported': {
      const { losses, bindings, more, secrets } = found.imported;
      return {
        body: {
          ...found.imported,
          more: [...more],
          losses: [...losses],
          bindings: bindings.map((binding) => ({ ...binding, nodes: [...binding.nodes] })),
          secrets: [...secrets],
        },
      };
    }
  }
}
