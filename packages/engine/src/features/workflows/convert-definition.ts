// Converting
// From a definition's dialect into native form, and from there into another dialect. The result must be usable: a
// definition that nothing can run is not a conversion.
import {
  dialectNames,
  exportDefinition,
  findDialect,
  type DialectName,
  type Exported,
} from '@skein/dialects';
import { EngineError } from '@skein/ports';
import type { Compile, ReadingOptions } from '../../state/definitions/compiled-workflow.ts';

export interface Converted extends Exported {
  readonly from: DialectName;
  readonly to: DialectName;
}

export function convertDefinition(
  compile: Compile,
  definition: unknown,
  { to, ...reading }: ReadingOptions & { readonly to: string },
): Converted {
  const target = findDialect(to);
  if (target === null) {
    throw new EngineError('DIALECT_UNKNOWN', { dialect: to, known: dialectNames() });
  }
  const { graph, dialect, diagnostics } = compile(definition, reading);
  if (graph === null) throw new EngineError('WORKFLOW_INVALID', { diagnostics });
  const from = dialect ?? 'native';
  const converted = exportDefinition(graph.workflow, target);
  // For some dialects the entry node is only known from what the caller says.
  const { start } = reading;
  const begin = start === undefined || from !== target.name ? {} : { start };
  const made = compile(converted.definition, { ...begin, dialect: target.name });
  if (made.graph !== null) return { ...converted, from, to: target.name };
  throw new EngineError('NOT_CONVERTIBLE', {
    dialect: target.name,
    losses: converted.losses,
    diagnostics: made.diagnostics,
  });
}
