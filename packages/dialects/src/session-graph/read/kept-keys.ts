// What a document says beside its meaning
// Tags, descriptions of paths and keys without a meaning have no place in a native workflow. They travel in the part that is
// outside the content hash, by step and path, so that an edited workflow still has them when it is exported.
import { objectAt, setOwn, type Json, type JsonObject, type Workflow } from '@skein/kernel';
import type { SessionDocument } from './session-document.ts';

const KEY = 'session-graph';
const ownKeys = {
  top: ['id', 'name', 'description', 'policy', 'steps', 'paths', 'studio'],
  step: ['id', 'function', 'utility', 'input', 'description'],
  path: ['from', 'to', 'conditions', 'condition', 'operator', 'priority'],
} as const;

export interface KeptKeys {
  readonly top: JsonObject;
  readonly step: (id: string) => JsonObject;
  readonly path: (edge: string) => JsonObject;
}

export function keepRest({ written, steps, paths }: SessionDocument): JsonObject {
  const kept: { [key: string]: Json } = {};
  const top = without(written, ownKeys.top);
  if (Object.keys(top).length > 0) kept['top'] = top;
  const bySteps = collect(steps.map(({ id, written: step }) => [id, without(step, ownKeys.step)]));
  if (Object.keys(bySteps).length > 0) kept['steps'] = bySteps;
  const byPaths = collect(
    paths.map(({ index, written: path }) => [`p${index}`, without(path, ownKeys.path)]),
  );
  if (Object.keys(byPaths).length > 0) kept['paths'] = byPaths;
  return Object.keys(kept).length === 0 ? {} : { [KEY]: kept };
}

export function keptKeys({ studio = {} }: Workflow): KeptKeys {
  const kept = objectAt(studio, KEY);
  const steps = objectAt(kept, 'steps');
  const paths = objectAt(kept, 'paths');
  return {
    top: objectAt(kept, 'top'),
    step: (id) => objectAt(steps, id),
    path: (edge) => objectAt(paths, edge),
  };
}

function collect(entries: readonly (readonly [string, JsonObject])[]): JsonObject {
  const all: { [key: string]: Json } = {};
  for (const [key, rest] of entries) if (Object.keys(rest).length > 0) setOwn(all, key, rest);
  return all;
}

function without(object: JsonObject, keys: readonly string[]): JsonObject {
  const rest: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(object)) {
    if (!keys.includes(key)) setOwn(rest, key, value);
  }
  return rest;
}
