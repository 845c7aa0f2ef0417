import type { JsonObject } from '@skein/kernel';
import type { Path } from '../../diagnostics/finding.ts';

/** Says what is lost, and where in the native workflow it stands. */
export type ReportLoss = (path: Path, message: string) => void;

export interface ExportedNode {
  readonly json: JsonObject;
  /** Of an agent. */
  readonly name?: string;
  /** The handle of each native port that a canvas knows. */
  readonly handles: ReadonlyMap<string, string>;
}
