import {
  runId,
  workflowId,
  type Json,
  type NodeId,
  type PlainOr,
  type RunId,
  type VersionId,
  type WorkflowId,
} from '@skein/kernel';
import { EngineError, readTraceparent } from '@skein/ports';
import type { RunHost, Started } from '../../cluster/run-host.ts';
import { checkInput } from '../../core/driver/check-input.ts';
import { createDriver, runStarted } from '../../core/driver/create-driver.ts';
import type { DriverRuntime } from '../../core/driver/driver-runtime.ts';
import { isRepeatedStart } from '../../core/driver/run-errors.ts';
import type { Ports } from '../../engine-ports.ts';
import { checkRepeatedStart, type AskedStart } from '../../core/driver/check-repeated-start.ts';
import type { Definitions } from '../../state/definitions/known-workflow.ts';

export type StartRuntime = DriverRuntime &
  Definitions &
  Ports<'checkSchema' | 'ceilings'> & { readonly host: RunHost | null };

export interface StartOptions {
  readonly input?: Json;
  /** The node to start at, instead of the definition's own entry. */
  readonly start?: NodeId;
  /** Of a stored workflow; default: the newest. */
  readonly version?: PlainOr<VersionId>;
  /** The dialect of a definition that is saved with the start; default: detected by shape. */
  readonly dialect?: string;
  /** The owner of the run; a stored workflow is then one of theirs, else one that belongs to nobody. */
  readonly user?: string;
  /** A second start by the same user with this key returns the first run, or is refused if it asks for something else. */
  readonly idempotencyKey?: string;
  /** The caller's `traceparent`, for tracing; an invalid one is ignored. */
  readonly trace?: string;
}

export async function startRun(
  runtime: StartRuntime,
  workflow: PlainOr<WorkflowId> | object,
  { input, start, version, dialect, user, idempotencyKey, trace }: StartOptions,
): Promise<Started> {
  if (runtime.isDraining) throw new EngineError('ENGINE_CLOSED', {});
  const { workflows, slots } = runtime;
  slots.checkRoom();
  runtime.treeSizes.checkUser(user);
  if (runtime.treeSizes.countsUsers) {
    await runtime.treeSizes.checkUserBytes(runtime.store.budgets, user);
  }
  const name =
    typeof workflow === 'string'
      ? { id: workflowId(workflow), version }
      : await workflows.save(workflow, {
          ...(dialect === undefined ? {} : { dialect }),
          ...(start === undefined ? {} : { start }),
          ...(user === undefined ? {} : { user }),
        });
  const known = await workflows.get({
    id: name.id,
    version: name.version,
    start,
    user,
    isForStart: true,
  });
  const warned = known.warnings === undefined ? {} : { diagnostics: known.warnings };
  const caller = runtime.observer?.callerTrace?.(trace) ?? trace;
  const traced = caller === undefined || readTraceparent(caller) === null ? {} : { trace: caller };
  if (runtime.host !== null) {
    checkInput(runtime, known, input);
    const started = await runtime.host.start(runtime.ids.nextRun(), {
      workflow: { id: known.id, version: known.version },
      ...(input === undefined ? {} : { input }),
      ...(start === undefined ? {} : { start }),
      ...(user === undefined ? {} : { user }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...traced,
      depth: 0,
    });
    if (started.isRepeated !== true) return { ...started, ...warned };
    return repeated(runtime, started.id, { key: idempotencyKey, workflow: known, input, start });
  }
  const driver = createDriver(runtime, {
    workflow: known,
    input,
    user,
    idempotencyKey,
    ...traced,
    depth: 0,
  });
  try {
    await driver.record(runStarted(runtime, driver, input), null);
  } catch (error) {
    if (!isRepeatedStart(error)) throw error;
    const { run, key } = error.details;
    return repeated(runtime, runId(run), { key, workflow: known, input, start });
  }
  return { id: driver.id, ...warned };
}

/** The first run with this key, if it is the run that this caller asked for. */
async function repeated(
  runtime: StartRuntime,
  run: RunId,
  { key = '', ...asked }: AskedStart & { readonly key: string | undefined },
): Promise<Started> {
  await checkRepeatedStart(runtime, { run, key }, asked);
  return { id: run, isRepeated: true };
}
