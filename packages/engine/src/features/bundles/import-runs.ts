// Importing a bundle
// I1. All of it is checked before anything is written: definitions must have the version that they claim, journals must be
//     sound, and end in the status that the record has.
// I2. Nobody is said to have answered what they may not have answered: a bundle is a file that anybody can write.
// I3. Nothing starts: a run that has not ended stays as it is until somebody acts on it.
import { rebuildState, runId, type RunEvent, type RunId, type RunState } from '@skein/kernel';
import { EngineError, type DefinitionRecord, type RunCreation } from '@skein/ports';
import { writeRun } from '../forks/write-run.ts';
import { eventIds } from '../../state/journal/event-ids.ts';
import type { ProjectedWorkflow } from '../../state/projections/begin-projection.ts';
import { checkRules } from '../../state/journal/check-rules.ts';
import type { Ports } from '../../engine-ports.ts';
import { checkJournal } from '../../state/journal/check-journal.ts';
import { checkBundledFiles, unbundleFiles } from './bundled-files.ts';
import { disownAnswers } from './disown-answers.ts';
import { noNames, renameRows, type NewNames } from './rename-rows.ts';
import {
  invalid,
  readBundle,
  type BundledDefinition,
  type BundledRun,
  type RunBundle,
} from './run-bundle.ts';

type ImportPorts = Ports<'store' | 'ids' | 'compile' | 'ceilings' | 'isDraining'>;

export interface ImportOptions {
  /** `keep` (default) rejects runs whose ids exist; `new` gives all runs, waits and timers new ids. */
  readonly ids?: 'keep' | 'new';
  /** The new owner of the runs; default: as in the bundle. */
  readonly user?: string;
  /** Who imports it, for the answers in it; default: the new owner. */
  readonly by?: string;
}

export interface Imported {
  /** The run at the top. */
  readonly id: RunId;
  readonly runs: readonly RunId[];
}

interface ReadyRun {
  readonly id: RunId;
  readonly bundled: BundledRun;
  readonly workflow: ProjectedWorkflow;
  readonly rows: readonly RunEvent[];
  readonly state: RunState;
}

export async function importRuns(
  runtime: ImportPorts,
  given: unknown,
  { ids = 'keep', user, by = user ?? 'local' }: ImportOptions,
): Promise<Imported> {
  if (runtime.isDraining) throw new EngineError('ENGINE_CLOSED', {});
  const bundle = disownAnswers(readBundle(given), by);
  checkBundledFiles(runtime, bundle);
  // Null when the old ids are kept.
  const names = ids === 'new' ? noNames() : null;
  for (const { record } of bundle.runs) {
    names?.runs.set(record.id, runtime.ids.nextRun());
    if (names === null && (await runtime.store.runs.get(record.id)) !== undefined) {
      throw new EngineError('RUN_EXISTS', { run: record.id });
    }
  }
  // Children first: what a parent was told about their waits contains the new ids.
  const prepared = bundle.runs.toReversed().map((run) => prepare(runtime, bundle, run, names));
  const ready = prepared.toReversed();
  for (const definition of bundle.definitions) {
    // I1: only these were checked.
    if (!ready.some(({ bundled }) => isOf(bundled, definition))) continue;
    // Only its owner finds what belongs to a user, so ownership moves with the runs.
    const isOwned = user !== undefined && definition.user !== undefined;
    await addVersion(runtime, isOwned ? { ...definition, user } : definition);
  }
  for (const { id, bundled, workflow, rows, state } of ready) {
    const created = creationOf(bundled, (old) => names?.runs.get(old) ?? old, user);
    await writeRun(runtime, { id, created, workflow, rows, state, wakeAt: null });
    for (const event of bundled.keptEvents) await runtime.store.keptEvents.keep(id, event);
  }
  const runs = ready.map(({ id }) => id);
  const [root = runId('')] = runs;
  await unbundleFiles(runtime, bundle, root);
  return { id: root, runs };
}

/** An older version that arrives later does not become the newest: the next start uses the same version as before. */
async function addVersion({ store }: Ports<'store'>, given: BundledDefinition): Promise<void> {
  const { isHidden, ...definition } = given;
  const { id, version, user } = definition;
  if ((await store.definitions.get(id, version, user)) !== undefined) return;
  if (isHidden === true) {
    await store.definitions.save(definition, { isHidden });
    return;
  }
  const newest = await store.definitions.get(id, undefined, user);
  await store.definitions.save(definition);
  if (newest !== undefined) await store.definitions.save(newest);
}

function prepare(
  runtime: ImportPorts,
  bundle: RunBundle,
  bundled: BundledRun,
  names: NewNames | null,
): ReadyRun {
  const { record } = bundled;
  const workflow = workflowOf(runtime, bundle, bundled);
  const { graph } = workflow;
  const [first] = bundled.rows;
  if (first?.type === 'run.started') checkRules(record.id, first.rules);
  const [complaint] = soundly(() => checkJournal(graph, bundled.rows));
  if (complaint !== undefined) throw invalid(`the journal of ${record.id}: ${complaint}`);
  const { rows, state } =
    names === null
      ? { rows: bundled.rows, state: rebuildState(graph, bundled.rows) }
      : renameRows(graph, bundled.rows, {
          names,
          idOf: eventIds(runtime, names.runs.get(record.id) ?? record.id),
        });
  if (state.status !== record.status) {
    throw invalid(`the journal of ${record.id} ends ${state.status}, its record ${record.status}.`);
  }
  return { id: names?.runs.get(record.id) ?? record.id, bundled, workflow, rows, state };
}

function workflowOf(
  { compile }: Ports<'compile'>,
  { definitions }: RunBundle,
  { record }: BundledRun,
): ProjectedWorkflow {
  const { id, version } = record.workflow;
  const definition = definitions.find((each) => isOf({ record }, each));
  if (definition === undefined) throw invalid(`the definition of ${id} (${version}) is missing.`);
  const { start } = record;
  const compiled = compile(definition.definition, {
    dialect: definition.dialect,
    ...(start === undefined ? {} : { start }),
  });
  const { graph, diagnostics, dialect } = compiled;
  if (graph === null) throw new EngineError('WORKFLOW_INVALID', { diagnostics });
  if (compiled.version === version) return { graph, dialect: dialect ?? 'native' };
  throw invalid(`the definition of ${id} is not the version that it claims.`);
}

function isOf(
  { record }: Pick<BundledRun, 'record'>,
  { id, version }: Pick<DefinitionRecord, 'id' | 'version'>,
): boolean {
  return record.workflow.id === id && record.workflow.version === version;
}

/** The kernel throws on rows that it cannot read at all. */
function soundly(check: () => readonly string[]): readonly string[] {
  try {
    return check();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function creationOf(
  { record }: BundledRun,
  renamed: (id: RunId) => RunId,
  user: string | undefined,
): RunCreation {
  const { workflow, name, start, parent, root, depth } = record;
  const owner = user ?? record.user;
  return {
    workflow,
    ...(name === undefined ? {} : { name }),
    ...(owner === undefined ? {} : { user: owner }),
    ...(start === undefined ? {} : { start }),
    ...(parent === undefined ? {} : { parent: { ...parent, run: renamed(parent.run) } }),
    ...(root === undefined ? {} : { root: renamed(root) }),
    depth,
  };
}
