import {
  quietPeriod,
  runId,
  triggerStarts,
  workflowId,
  type Json,
  type NodeId,
  type PlainOr,
  type QuietPeriod,
  type VersionId,
  type WorkflowId,
} from '@skein/kernel';
import { EngineError, readTraceparent, withoutUndefined } from '@skein/ports';
import type { OwnerRuntime } from '../../cluster/commands/run-on-owner.ts';
import type { Started } from '../../cluster/run-host.ts';
import { checkInput, checkInputAhead } from '../../core/driver/check-input.ts';
import { createDriver, runStarted } from '../../core/driver/create-driver.ts';
import type { DriverRuntime } from '../../core/driver/driver-runtime.ts';
import { isPendingStart, isRepeatedStart } from '../../core/driver/run-errors.ts';
import { datesFor } from '../../core/run/dates.ts';
import type { Ports } from '../../engine-ports.ts';
import {
  checkRepeatedStart,
  type AskedStart,
  type RepeatedStart,
} from '../../core/driver/check-repeated-start.ts';
import type { Definitions } from '../../state/definitions/known-workflow.ts';
import type { KnownWorkflow } from '../../state/definitions/compiled-versions.ts';
import { shortKey } from '../../state/values/short-key.ts';
import { joinRun } from './join-run.ts';

export type StartRuntime = DriverRuntime &
  Definitions &
  OwnerRuntime &
  Ports<'checkSchema' | 'checkAhead' | 'ceilings'>;

export interface StartOptions {
  readonly input?: Json;
  /** The node to start at, instead of the definition's own entry. */
  readonly start?: NodeId;
  /** The trigger of the definition whose node it starts at, by its name, instead of `start`. */
  readonly trigger?: string;
  /** Of a stored workflow; default: the newest. */
  readonly version?: PlainOr<VersionId>;
  /** The dialect of a definition that is saved with the start; default: detected by shape. */
  readonly dialect?: string;
  /** The owner of the run; a stored workflow is then one of theirs, else one that belongs to nobody. */
  readonly user?: string;
  /** A second start by the same user with this key returns the first run, or is refused if it asks for something else. */
  readonly idempotencyKey?: string;
  /** No provider of models is asked: the offline model answers for every name, in child runs too. */
  readonly offline?: boolean;
  /** The caller's `traceparent`, for tracing; an invalid one is ignored. */
  readonly trace?: string;
}

export async function startRun(
  runtime: StartRuntime,
  workflow: PlainOr<WorkflowId> | object,
  options: StartOptions,
): Promise<Started> {
  if (runtime.isDraining) throw new EngineError('ENGINE_CLOSED', {});
  runtime.slots.checkRoom();
  runtime.treeSizes.checkUser(options.user);
  if (runtime.treeSizes.countsUsers) {
    await runtime.treeSizes.checkUserBytes(runtime.store.budgets, options.user);
  }
  const known = await findWorkflow(runtime, workflow, options);
  const { input, user } = options;
  const begun = withoutUndefined({ ...options, start: known.start });
  const ahead = checkInputAhead(runtime, known, withoutUndefined({ input, user }));
  if (ahead !== undefined) await ahead;
  const warned = known.warnings === undefined ? undefined : { diagnostics: known.warnings };
  for (let tries = 1; ; tries++) {
    try {
      const started = await startNew(runtime, known, begun);
      return warned === undefined ? started : { ...started, ...warned };
    } catch (error) {
      if (!isPendingStart(error)) throw error;
      const { idempotencyKey } = options;
      const start = idempotencyKey ?? runtime.ids.next();
      const id = runId(error.details.run);
      const joining = withoutUndefined({ start, input, idempotencyKey });
      if (await joinRun(runtime, id, joining)) return { id, debounced: 'joined', ...warned };
      // It has begun meanwhile: the next start waits for others again.
      if (tries === triesMax) throw error;
    }
  }
}

/** As often a run may begin between being found and being joined. */
const triesMax = 5;

async function findWorkflow(
  { workflows }: StartRuntime,
  workflow: PlainOr<WorkflowId> | object,
  { start, trigger, version, dialect, user }: StartOptions,
): Promise<KnownWorkflow> {
  const name =
    typeof workflow === 'string'
      ? { id: workflowId(workflow), version }
      : await workflows.save(workflow, withoutUndefined({ dialect, start, user }));
  const { id } = name;
  const named = { id, version: name.version, start, user, isForStart: true };
  if (trigger === undefined) return workflows.get(named);
  if (start !== undefined) throw new EngineError('START_UNCLEAR', { start, trigger });
  const known = await workflows.get(named);
  const at = startOfTrigger(known, trigger);
  return at === null ? known : workflows.get({ ...named, start: at });
}

/** Where runs of the trigger with this name begin; null: at the entry of the workflow. */
function startOfTrigger({ graph, id }: KnownWorkflow, name: string): NodeId | null {
  const triggers = triggerStarts(graph.workflow);
  const found = triggers.find((each) => each.name === name);
  if (found !== undefined) return found.start;
  const names = triggers.map((each) => `"${each.name}"`).join(', ');
  throw new EngineError(
    'NOT_FOUND',
    { what: 'trigger', id: name },
    {
      hint:
        names === ''
          ? `The definition of "${id}" names no triggers: leave "trigger" out, or name the node in "start".`
          : `The definition of "${id}" has the triggers ${names}.`,
    },
  );
}

/** Throws START_PENDING when there is a run that the start can join. */
async function startNew(
  runtime: StartRuntime,
  known: KnownWorkflow,
  options: StartOptions,
): Promise<Started> {
  const { input, start, user, idempotencyKey } = options;
  const offline = options.offline === true ? (true as const) : undefined;
  const caller = runtime.observer?.callerTrace?.(options.trace) ?? options.trace;
  const isTraced = caller !== undefined && readTraceparent(caller) !== null;
  const trace = isTraced ? caller : undefined;
  const waiting = quietOf(runtime, known, options);
  const debounced: Pick<Started, 'debounced'> =
    waiting.quiet === undefined ? {} : { debounced: 'waiting' };
  if (runtime.host !== null) {
    checkInput(runtime, known, input);
    const workflow = { id: known.id, version: known.version };
    const given = { input, start, user, idempotencyKey, trace, offline, ...waiting };
    const begun = { workflow, depth: 0, ...withoutUndefined(given) };
    const { seq, ...started } = await runtime.host.start(runtime.ids.nextRun(), begun);
    if (started.isRepeated !== true) return { ...started, ...debounced };
    const repeat = { run: started.id, key: idempotencyKey ?? '', seq };
    return repeated(runtime, repeat, { workflow: known, input, start, offline });
  }
  const { quiet, debounceKey } = waiting;
  const keys = { idempotencyKey, debounceKey, trace };
  const driver = createDriver(runtime, { workflow: known, input, user, depth: 0, ...keys });
  try {
    await driver.record(runStarted(runtime, driver, input, { quiet, offline }), null);
  } catch (error) {
    if (!isRepeatedStart(error)) throw error;
    const { run, key, seq } = error.details;
    return repeated(
      runtime,
      { run: runId(run), key, seq },
      { workflow: known, input, start, offline },
    );
  }
  return { id: driver.id, ...debounced };
}

interface Waiting {
  readonly quiet?: QuietPeriod;
  readonly debounceKey?: string;
}

/** Which further starts become part of the run, and how long it waits for them. */
function quietOf(
  { clock }: StartRuntime,
  { graph, id, version }: KnownWorkflow,
  { input, start = '', offline = false }: StartOptions,
): Waiting {
  if (graph.debounce === null) return {};
  const at = clock.now();
  const quiet = quietPeriod(graph, {
    workflow: id,
    input,
    at,
    dates: datesFor(graph.zones, at),
  });
  if (quiet === null) return {};
  if ('complaint' in quiet) {
    const complaint = `The key of "policy.runs.debounce" cannot be resolved: ${quiet.complaint}.`;
    throw new EngineError('BAD_VALUE', { what: 'input', complaint });
  }
  // Starts that ask for different things never become one run.
  return {
    quiet,
    debounceKey: shortKey(
      JSON.stringify([id, version, start, quiet.key, ...(offline ? ['offline'] : [])]),
    ),
  };
}

/** The first run with this key, if it is the run that this caller asked for. */
async function repeated(
  runtime: StartRuntime,
  start: RepeatedStart,
  asked: AskedStart,
): Promise<Started> {
  await checkRepeatedStart(runtime, start, asked);
  return { id: start.run, isRepeated: true };
}
