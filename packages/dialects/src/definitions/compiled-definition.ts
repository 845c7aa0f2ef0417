import type { VersionId } from '@skein/kernel';
import type { Compiled } from '../dialect/dialect.ts';
import type { DialectName } from '../dialect/dialect-name.ts';

export interface CompiledDefinition extends Compiled {
  readonly version: VersionId;
  /** Null when none fits. */
  readonly dialect: DialectName | null;
}
