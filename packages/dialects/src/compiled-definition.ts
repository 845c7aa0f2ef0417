import type { Compiled, DialectName } from './dialect.ts';

export interface CompiledDefinition extends Compiled {
  /** Null when none fits. */
  readonly dialect: DialectName | null;
}
