import type { Awaitable, RunRecord } from '@skein/ports';
import type { KnownWorkflow } from './compiled-versions.ts';
import type { WorkflowCache } from './workflow-cache.ts';

/** The definitions that an engine knows. */
export interface Definitions {
  readonly workflows: WorkflowCache;
}

/** The workflow of a run, in its version and with its start. */
export function knownWorkflow(
  { workflows }: Definitions,
  { workflow, start, user }: Pick<RunRecord, 'workflow' | 'start' | 'user'>,
): Awaitable<KnownWorkflow> {
  return workflows.get({ ...workflow, start, user });
}

/** The same for those who only read the run: its code may be elsewhere. */
export function readWorkflow(
  { workflows }: Definitions,
  { workflow, start, user }: Pick<RunRecord, 'workflow' | 'start' | 'user'>,
): Promise<KnownWorkflow> {
  return workflows.getToRead({ ...workflow, start, user });
}
