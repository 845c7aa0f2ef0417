// Bundles of runs
// A tree of runs as one document, to be kept in a file or moved to another store: the record of each run, its journal,
// and the versions of the definitions that they need.
import { isObject, ownValue, type Json, type RunEvent, type RunId } from '@skein/kernel';
import {
  EngineError,
  type DefinitionRecord,
  type FileAbout,
  type KeptEvent,
  type RunRecord,
} from '@skein/ports';

export const bundleFormat = 'skein-runs-1';

/** Length limit for ids and names. */
const textMax = 500;

export interface RunBundle {
  readonly format: typeof bundleFormat;
  readonly exportedAt: number;
  /** The run at the top. */
  readonly root: RunId;
  /** Parents before their children. */
  readonly runs: readonly BundledRun[];
  readonly definitions: readonly BundledDefinition[];
  /** Absent when the runs have stored none. */
  readonly files?: readonly BundledFile[];
}

export interface BundledFile extends Pick<FileAbout, 'id' | 'name' | 'type' | 'sha256'> {
  /** Its bytes in base64. */
  readonly bytes: string;
}

export interface BundledDefinition extends DefinitionRecord {
  /** It existed for runs only and was in no list. */
  readonly isHidden?: true;
}

export interface BundledRun {
  readonly record: RunRecord;
  readonly rows: readonly RunEvent[];
  /** Events that were sent to it and that no wait has taken yet. */
  readonly keptEvents: readonly KeptEvent[];
}

/** Checks the form only; whether the journals are sound is checked when the states are rebuilt. */
export function readBundle(given: unknown): RunBundle {
  const bundle = given as Json;
  if (!isObject(bundle) || ownValue(bundle, 'format') !== bundleFormat) {
    throw invalid(`its \`format\` is not "${bundleFormat}".`);
  }
  const { runs, definitions } = bundle;
  if (!Array.isArray(runs) || runs.length === 0) throw invalid('it has no `runs`.');
  if (!Array.isArray(definitions)) throw invalid('it has no `definitions`.');
  (runs as readonly Json[]).forEach(checkRun);
  (definitions as readonly Json[]).forEach((definition, i) => {
    for (const field of ['id', 'version', 'dialect']) {
      checkText(definition, field, `definitions[${i}]`);
    }
    checkTextIn(definition, 'name', `definitions[${i}]`);
    checkTime(definition, 'savedAt', `definitions[${i}]`);
  });
  checkText(bundle, 'root', 'it');
  checkFiles(ownValue(bundle, 'files'));
  // Checked above, as far as the rest of the engine relies on it.
  const read = bundle as unknown as RunBundle;
  checkTree(read);
  return read;
}

/** One run at the top, and every other below one that precedes it: the runs of a bundle are related to no other run. */
function checkTree({ root, runs }: RunBundle): void {
  const known = new Set<string>();
  runs.forEach(({ record, rows }, i) => {
    const where = `runs[${i}].record`;
    const { id, parent } = record;
    if (known.has(id)) throw invalid(`${where} has the id of another run.`);
    const isPlaced =
      i === 0
        ? id === root && parent === undefined && record.root === undefined
        : parent !== undefined && known.has(parent.run) && record.root === root;
    if (!isPlaced) throw invalid(`${where} has no place in the tree of "${root}".`);
    const [first] = rows;
    const isSame =
      first?.type !== 'run.started' || (first.run === id && first.parent?.run === parent?.run);
    if (!isSame) throw invalid(`runs[${i}].rows[0] is about another run than its record.`);
    known.add(id);
  });
}

function checkRun(run: Json, i: number): void {
  const where = `runs[${i}]`;
  if (!isObject(run)) throw invalid(`${where} is not an object.`);
  const { record, rows, keptEvents } = run;
  checkText(record, 'id', `${where}.record`);
  checkText(record, 'status', `${where}.record`);
  const workflow = isObject(record) ? ownValue(record, 'workflow') : undefined;
  checkText(workflow, 'id', `${where}.record.workflow`);
  checkText(workflow, 'version', `${where}.record.workflow`);
  for (const field of ['name', 'start', 'root']) checkTextIn(record, field, `${where}.record`);
  checkNumber(record, 'depth', `${where}.record`);
  if (!Array.isArray(rows) || rows.length === 0) throw invalid(`${where} has no rows.`);
  if (!Array.isArray(keptEvents)) throw invalid(`${where} has no \`keptEvents\`.`);
  (keptEvents as readonly Json[]).forEach((event, at) => {
    checkText(event, 'id', `${where}.keptEvents[${at}]`);
    checkText(event, 'name', `${where}.keptEvents[${at}]`);
    checkTime(event, 'at', `${where}.keptEvents[${at}]`);
  });
  (rows as readonly Json[]).forEach((row, at) => {
    const isRow = isObject(row) && row['seq'] === at + 1 && typeof row['at'] === 'number';
    if (!isRow) throw invalid(`${where}.rows[${at}] is not row ${at + 1} of a journal.`);
    checkTime(row, 'at', `${where}.rows[${at}]`);
    checkText(row, 'type', `${where}.rows[${at}]`);
    checkText(row, 'id', `${where}.rows[${at}]`);
  });
}

function checkFiles(files: Json = []): void {
  if (!Array.isArray(files)) throw invalid('its `files` are no list.');
  const listed: readonly Json[] = files;
  listed.forEach((file, i) => {
    for (const field of ['id', 'name', 'type', 'sha256']) checkText(file, field, `files[${i}]`);
    const bytes = isObject(file) ? ownValue(file, 'bytes') : undefined;
    if (typeof bytes !== 'string') throw invalid(`files[${i}] has no \`bytes\`.`);
  });
}

function checkText(value: Json | undefined, field: string, where: string): void {
  const text = isObject(value) ? ownValue(value, field) : undefined;
  if (typeof text !== 'string') throw invalid(`${where} has no \`${field}\`.`);
  if (text.length > textMax)
    throw invalid(`${where}.${field} is longer than ${textMax} characters.`);
}

/** What may be omitted. */
function checkTextIn(value: Json | undefined, field: string, where: string): void {
  if (isObject(value) && ownValue(value, field) !== undefined) checkText(value, field, where);
}

function checkNumber(value: Json | undefined, field: string, where: string): void {
  const number = isObject(value) ? ownValue(value, field) : undefined;
  if (typeof number !== 'number') throw invalid(`${where} has no \`${field}\`.`);
}

/** The last moment of the year 9999: what is later, lists could not show. */
const lastTime = 253_402_300_799_999;

function checkTime(value: Json | undefined, field: string, where: string): void {
  checkNumber(value, field, where);
  const at = Number(isObject(value) ? ownValue(value, field) : undefined);
  if (at >= 0 && at <= lastTime) return;
  throw invalid(`${where}.${field} is not a time between 1970 and the end of the year 9999.`);
}

export function invalid(complaint: string): EngineError<'BUNDLE_INVALID'> {
  return new EngineError('BUNDLE_INVALID', { complaint });
}
