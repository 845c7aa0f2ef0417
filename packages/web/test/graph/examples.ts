// The definitions of the examples, by dialect: what people write, and so what the studio must draw and edit.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isObject, type Json, type JsonObject } from '@skein/kernel';

export interface ExampleDefinition {
  readonly name: string;
  readonly definition: JsonObject;
}

const folder = path.join(import.meta.dirname, '../../../../examples');

export function exampleDefinitions(dialect: string): readonly ExampleDefinition[] {
  const files = readdirSync(path.join(folder, dialect));
  return files
    .filter((file) => /^\d\d-[^.]+\.json$/.test(file))
    .map((file) => {
      const text = readFileSync(path.join(folder, dialect, file), 'utf8');
      const definition = JSON.parse(text) as Json;
      if (!isObject(definition)) throw new Error(`${file} is no object.`);
      return { name: `${dialect}/${file}`, definition };
    });
}
