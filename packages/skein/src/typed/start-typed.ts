// Typed starts: a workflow as a value instead of an id. Its own schema checks the input before anything is written.
import { argumentSchema } from '@skein/agents';
import type { Engine as DurableEngine, StartOptions } from '@skein/engine';
import type { Json } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { toJson, type Workflow } from '@skein/sdk';
import { withoutUndefined } from '../without-undefined.ts';
import type { RegisteredWorkflows } from './register-workflows.ts';
import { runHandle, type RunHandle } from './run-handle.ts';

/** How a workflow is started. */
export interface TypedStartOptions extends Pick<StartOptions, 'user' | 'trace'> {
  /** A second start with the same key gives the first run. */
  readonly key?: string;
}

export async function startTyped<In, Out>(
  engine: Pick<DurableEngine, 'runs' | 'waits'>,
  /** Null where the workflows are registered in another process. */
  known: RegisteredWorkflows | null,
  flow: Workflow<In, Out>,
  given: { readonly input: In; readonly options?: TypedStartOptions | undefined },
): Promise<RunHandle<Out>> {
  if (known !== null && flow.isSaved !== true && known.get(flow.id) !== flow)
    throw new EngineError('WORKFLOW_NOT_REGISTERED', {
      workflow: flow.id,
      known: [...known.keys()],
    });
  const input = toJson(given.input, 'input');
  checkInput(flow, input);
  const { key, user, trace } = given.options ?? {};
  const { id } = await engine.runs.start(
    flow.id,
    withoutUndefined({ input, idempotencyKey: key, user, trace }),
  );
  return runHandle(engine, id);
}

/** A schema may check what its JSON schema cannot say. */
export function checkInput({ input: schema }: Workflow, input: Json | undefined): void {
  if (schema === undefined) return;
  const parsed = argumentSchema(schema).parse(input ?? null);
  if (!parsed.ok) throw new EngineError('INPUT_INVALID', { complaints: parsed.problems });
}
