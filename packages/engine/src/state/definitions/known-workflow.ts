import type { Awaitable, RunRecord } from '@skein/ports';
import type { Runtime } from '../../runtime.ts';
import type { KnownWorkflow } from './workflow-cache.ts';

/** The workflow of a run, in its version and with its start. */
export function knownWorkflow(
  { workflows }: Pick<Runtime, 'workflows'>,
  { workflow, start, user }: Pick<RunRecord, 'workflow' | 'start' | 'user'>,
): Awaitable<KnownWorkflow> {
  return workflows.get({
    ...workflow,
    ...(user === undefined ? {} : { user }),
    ...(start === undefined ? {} : { start }),
  });
}
