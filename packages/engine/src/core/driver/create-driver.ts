import { RULES, type Json, type QuietPeriod, type RunId } from '@skein/kernel';
import { EngineError, withoutUndefined, type RunOrigin } from '@skein/ports';
import { unplaced, type Draft } from '../run/draft.ts';
import type { RunView } from '../run/driven-run.ts';
import { checkInput } from './check-input.ts';
import type { DriverRuntime } from './driver-runtime.ts';
import { RunDriver } from './run-driver.ts';
import type { Ports } from '../../engine-ports.ts';
import { computedCeilings } from '../../limits/computed-ceilings.ts';
import type { KnownWorkflow } from '../../state/definitions/compiled-versions.ts';

export interface NewRun {
  /** Default: a new one. */
  readonly id?: RunId | undefined;
  readonly workflow: KnownWorkflow;
  readonly input?: Json | undefined;
  readonly parent?: RunOrigin['parent'];
  readonly root?: RunId;
  readonly depth: number;
  readonly user?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly debounceKey?: string | undefined;
  readonly trace?: string | null | undefined;
}

/** A run that is ready for its first event; nothing is written yet. Throws when its input may not enter. */
export function createDriver(
  runtime: DriverRuntime & Ports<'checkSchema'>,
  { id: given, workflow, input, parent, root, depth, user, ...keys }: NewRun,
): RunDriver {
  if (runtime.isDraining) throw new EngineError('ENGINE_CLOSED', {});
  checkInput(runtime, workflow, input);
  const { id, version, start, graph } = workflow;
  const { name } = graph.workflow;
  const origin: { -readonly [Key in keyof RunOrigin]: RunOrigin[Key] } = {
    workflow: { id, version },
    depth,
  };
  if (name !== undefined) origin.name = name;
  if (user !== undefined) origin.user = user;
  if (start !== undefined) origin.start = start;
  if (parent !== undefined) origin.parent = parent;
  if (root !== undefined) origin.root = root;
  const run = given ?? runtime.ids.nextRun();
  const { trace = null } = keys;
  const kept =
    parent === undefined
      ? runtime.observer?.starting?.({ id: run, origin, graph, trace })
      : undefined;
  const named = { id: run, workflow, origin, ...keys, trace: kept ?? trace };
  const driver = new RunDriver(runtime, named);
  runtime.drivers.set(driver.id, driver);
  runtime.treeSizes.opened(driver);
  return driver;
}

export function runStarted(
  { ceilings }: Ports<'ceilings'>,
  driver: RunView,
  input: Json | undefined,
  said: { readonly quiet?: QuietPeriod | undefined; readonly offline?: true | undefined } = {},
): Draft<'run.started'> {
  const { trace, origin } = driver;
  const { workflow, parent, start } = origin;
  return {
    ...unplaced,
    type: 'run.started',
    run: driver.id,
    workflow,
    rules: RULES,
    ...computedCeilings(driver.graph, ceilings),
    ...(start === undefined ? {} : { start }),
    ...(input === undefined ? {} : { input }),
    ...(parent === undefined ? {} : { parent }),
    ...(trace === null ? {} : { trace }),
    ...withoutUndefined(said),
  };
}
