// Examples and documents that tools read to a model. They ship with the package; in the repository they are where people read them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { textAt, type Json, type JsonObject } from '@skein/kernel';
import type { BuildingDocument, BuildingExample } from '@skein/server';
import { packageFile } from '../package-file.ts';
import { readTemplates } from '../server/read-templates.ts';
import { withoutUndefined } from '../without-undefined.ts';

export function buildingExamples(): readonly BuildingExample[] {
  const templates = readTemplates()
    .filter(({ dialect }) => dialect === 'native')
    .map(({ id, name, description, definition, input, replies }) => ({
      id,
      name,
      description,
      definition,
      ...withoutUndefined({ input, script: replies === undefined ? undefined : { replies } }),
    }));
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
  const id = path.basename(file, '.json');
  // They ship with this code, and are tested.
  const definition = readShipped(file) as JsonObject;
  const [name, description] = [textAt(definition, 'name'), textAt(definition, 'description')];
  // One run, or several of which the first shows what it is for.
  const [run] = [readShipped(`${id}.run.json`)].flat() as { readonly input?: Json }[];
  // A script is an object.
  const script = readShipped(`${id}.script.json`) as JsonObject | undefined;
  const shown = withoutUndefined({ input: run?.input, script });
  return [{ id, name: name ?? id, description: description ?? '', definition, ...shown }];
}

function readShipped(file: string): unknown {
  const whole = path.join(place('examples/native'), file);
  return existsSync(whole) ? JSON.parse(readFileSync(whole, 'utf8')) : undefined;
}

/** In the package beside its other files, in the repository at its root. */
function place(folder: string): string {
  const shipped = fileURLToPath(packageFile(`${folder}/`));
  return existsSync(shipped) ? shipped : fileURLToPath(packageFile(`../../${folder}/`));
}
