import type { Workflow } from '@skein/kernel';
import type { Dialect, Exported } from '../dialect/dialect.ts';
import { uneditedSource } from '../dialect/source.ts';
import { nativeLosses } from './native-losses.ts';

/** A workflow in a dialect: its original document if nothing was edited since it was compiled from one. */
export function exportDefinition(workflow: Workflow, dialect: Dialect): Exported {
  const definition = uneditedSource(workflow, dialect);
  if (definition !== undefined) return { definition, losses: [] };
  const exported = dialect.export(workflow);
  if (dialect.name === 'native') return exported;
  const { losses } = exported;
  return { ...exported, losses: [...losses, ...nativeLosses(workflow, losses)] };
}
