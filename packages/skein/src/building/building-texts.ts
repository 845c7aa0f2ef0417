// Examples and documents that tools read to a model. They ship with the package; in the repository they are where people read them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { textAt, type JsonObject } from '@skein/kernel';
import type { BuildingDocument, BuildingExample } from '@skein/server';
import { packageFile } from '../package-file.ts';
import { readTemplates } from '../server/read-templates.ts';

export function buildingExamples(): readonly BuildingExample[] {
  const templates = readTemplates()
    .filter(({ dialect }) => dialect === 'native')
    .map(({ id, name, description, definition }) => ({ id, name, description, definition }));
  return [...templates, ...readdirSync(place('examples/native')).flatMap(readExample)];
}

export function buildingDocuments(): readonly BuildingDocument[] {
  const folder = place('docs');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => ({
      name: path.basename(file, '.md'),
      text: readFileSync(path.join(folder, file), 'utf8'),
    }));
}

function readExample(file: string): readonly BuildingExample[] {
  if (!/^\d+-[\w-]+\.json$/.test(file)) return [];
  // They ship with this code, and are tested.
  const text = readFileSync(path.join(place('examples/native'), file), 'utf8');
  const definition = JSON.parse(text) as JsonObject;
  const id = path.basename(file, '.json');
  const [name, description] = [textAt(definition, 'name'), textAt(definition, 'description')];
  return [{ id, name: name ?? id, description: description ?? '', definition }];
}

/** In the package beside its other files, in the repository at its root. */
function place(folder: string): string {
  const shipped = fileURLToPath(packageFile(`${folder}/`));
  return existsSync(shipped) ? shipped : fileURLToPath(packageFile(`../../${folder}/`));
}
