import type { Workflow } from '@skein/kernel';
import type { Dialect, Exported } from '../dialect/dialect.ts';
import { uneditedSource } from '../dialect/source.ts';

/** A workflow in a dialect: its original document if nothing was edited since it was compiled from one. */
export function exportDefinition(workflow: Workflow, dialect: Dialect): Exported {
  const definition = uneditedSource(workflow, dialect);
  return definition === undefined ? dialect.export(workflow) : { definition, losses: [] };
}
