import { readSource } from '../repository.ts';
import { definitionsText, schemaText } from './schema-text.ts';

/** Files that users write, or keep: their schemas ship with the package. */
const files = ['skein.config', 'skein.test', 'skein.cassette'];

export function configReport(): string {
  return files
    .flatMap((name) => {
      const { text } = readSource(`packages/skein/${name}.schema.json`);
      // Our own schemas, which are objects.
      const schema = JSON.parse(text) as { readonly $defs?: unknown };
      return [`${name}.json = ${schemaText(schema)}`, ...definitionsText(schema.$defs)];
    })
    .join('\n\n');
}
