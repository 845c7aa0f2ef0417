// The document that a workflow was compiled from
// It travels with the compiled form, in the part that is outside the content hash, so that nothing of it can be lost: what a
// dialect says beside its meaning (unknown keys, key order, empty lists) has no other place. An edited workflow no longer
// says the same, and is then exported from what it holds.
import { isObject, ownValue, type Json, type Workflow } from '@skein/kernel';
import type { Dialect, DialectName } from './dialect.ts';
import { contentHash } from './native/content-hash.ts';

export function withSource(workflow: Workflow, dialect: DialectName, definition: Json): Workflow {
  return { ...workflow, studio: { ...workflow.studio, source: { dialect, definition } } };
}

/** The document as it was written, when the workflow still says what compiling it gives. */
export function uneditedSource(workflow: Workflow, dialect: Dialect): Json | undefined {
  const source = ownValue(workflow.studio ?? {}, 'source');
  if (!isObject(source) || ownValue(source, 'dialect') !== dialect.name) return undefined;
  const definition = ownValue(source, 'definition');
  const compiled = definition === undefined ? null : dialect.compile(definition).workflow;
  if (compiled === null || hashOf(compiled) !== hashOf(workflow)) return undefined;
  return definition;
}

function hashOf(workflow: Workflow): string {
  // A workflow is its own JSON.
  return contentHash(workflow as unknown as Json);
}
