import { readdirSync, readFileSync } from 'node:fs';
import type { Template } from '@skein/server';
import { packageFile } from '../package-file.ts';

/** Those that ship, by name. */
export function readTemplates(): readonly Template[] {
  const folder = packageFile('templates/');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return (
    files
      .toSorted()
      // They ship with this code.
      .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Template)
  );
}
