import { RULES, type Json } from '@skein/kernel';
import { EngineError, type RunOrigin } from '@skein/ports';
import type { Draft } from '../run/draft.ts';
import { unplaced } from '../run/draft.ts';
import { RunDriver } from './run-driver.ts';
import type { Runtime } from '../../runtime.ts';
import { findJsonProblem } from '../../state/values/find-json-problem.ts';
import { inputSchemas } from '../../features/workflows/describe-workflow.ts';
import type { KnownWorkflow } from '../../state/definitions/workflow-cache.ts';

export interface NewRun {
  /** Default: a new one. */
  readonly id?: string;
  readonly workflow: KnownWorkflow;
  readonly input?: Json;
  readonly parent?: { readonly run: string; readonly path: string };
  readonly root?: string;
  readonly depth: number;
  readonly user?: string;
  readonly idempotencyKey?: string;
  readonly trace?: string | null;
}

/** A run that is ready for its first event; nothing is written yet. Throws when its input may not enter. */
export function createDriver(
  runtime: Runtime,
  { id: given, workflow, input, parent, root, depth, user, idempotencyKey, trace = null }: NewRun,
): RunDriver {
  if (runtime.isClosed) throw new EngineError('ENGINE_CLOSED', {});
  checkInput(runtime, workflow, input);
  const { id, version, start, graph } = workflow;
  const { name } = graph.workflow;
  const origin: RunOrigin = {
    workflow: { id, version },
    ...(name === undefined ? {} : { name }),
    ...(user === undefined ? {} : { user }),
    ...(start === undefined ? {} : { start }),
    ...(parent === undefined ? {} : { parent }),
    ...(root === undefined ? {} : { root }),
    depth,
  };
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  const run = given ?? runtime.ids.nextRun();
  const driver = new RunDriver(runtime, { id: run, workflow, origin, ...key });
  driver.trace = trace;
  runtime.drivers.set(driver.id, driver);
  return driver;
}

export function runStarted(driver: RunDriver, input: Json | undefined): Draft<'run.started'> {
  const { trace, origin } = driver;
  const { workflow, parent, start } = origin;
  return {
    ...unplaced,
    type: 'run.started',
    run: driver.id,
    workflow,
    rules: RULES,
    ...(start === undefined ? {} : { start }),
    ...(input === undefined ? {} : { input }),
    ...(parent === undefined ? {} : { parent }),
    ...(trace === null ? {} : { trace }),
  };
}

/** Throws when the input may not enter a run of this workflow. */
export function checkInput(
  runtime: Runtime,
  { graph }: KnownWorkflow,
  input: Json | undefined,
): void {
  const problem = input === undefined ? null : findJsonProblem(input, 'input');
  if (problem !== null) {
    const complaint = `${problem.place} ${problem.complaint}.`;
    throw new EngineError('BAD_VALUE', { what: 'input', complaint });
  }
  for (const schema of inputSchemas(graph)) {
    const checked = runtime.checkSchema(schema, input ?? null);
    if (checked.result === 'misfit') {
      throw new EngineError('INPUT_INVALID', { complaints: checked.problems });
    }
    if (checked.result === 'bad-schema') {
      throw new EngineError('SCHEMA_INVALID', { complaint: checked.message });
    }
  }
}
