// The document that a workflow was compiled from
// It travels with the compiled form, in the part that is outside the content hash, so that nothing of it is lost: what has no
// meaning in native (unknown keys, key order, empty lists) has no other place. An edited workflow no longer matches it, and is
// then exported from its content.
import { isObject, nativeKinds, ownValue, type Json, type Workflow } from '@skein/kernel';
import type { CompileOptions, Dialect } from './dialect.ts';
import type { DialectName } from './dialect-name.ts';
import { readDrawing } from './drawing.ts';
import { contentHash } from './content-hash.ts';

export function withSource(workflow: Workflow, dialect: DialectName, definition: Json): Workflow {
  const studio = { ...readDrawing(definition), ...workflow.studio };
  return { ...workflow, studio: { ...studio, source: { dialect, definition } } };
}

/** The original document, if compiling it still gives this workflow. */
export function uneditedSource(workflow: Workflow, dialect: Dialect): Json | undefined {
  const source = ownValue(workflow.studio ?? {}, 'source');
  if (!isObject(source) || ownValue(source, 'dialect') !== dialect.name) return undefined;
  const definition = ownValue(source, 'definition');
  if (definition === undefined) return undefined;
  const compiled = dialect.compile(definition, worldOf(workflow, dialect)).workflow;
  if (compiled === null || hashOf(compiled) !== hashOf(workflow)) return undefined;
  return definition;
}

/** What was registered when the workflow was compiled, as far as it shows: types and functions of the host that it uses. */
function worldOf({ nodes }: Workflow, dialect: Dialect): CompileOptions {
  const kinds = new Map(nativeKinds);
  // Copies, because the host may have put functions of its own in their places; what they are given is not compared.
  for (const kind of dialect.kinds) kinds.set(kind.type, { ...kind });
  const functions = new Set<string>();
  for (const { type, config } of nodes) {
    if (!kinds.has(type)) kinds.set(type, { type, mode: 'execute', ports: 'any' });
    const name = type === 'function' ? ownValue(config ?? {}, 'name') : undefined;
    if (typeof name === 'string') functions.add(name);
  }
  return { kinds, functions };
}

function hashOf(workflow: Workflow): string {
  // A workflow is its own JSON.
  return contentHash(workflow as unknown as Json);
}
