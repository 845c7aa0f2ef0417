import type { JsonObject } from '@skein/kernel';
import type { Path } from '../../diagnostics/finding.ts';

/** Reports what is lost, and where it is in the native workflow. */
export type ReportLoss = (path: Path, message: string) => void;

export interface ExportedNode {
  readonly json: JsonObject;
  /** Of an agent. */
  readonly name?: string;
  /** The handle of each native port that a canvas knows. */
  readonly handles: ReadonlyMap<string, string>;
}
