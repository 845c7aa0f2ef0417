import { runId } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { buildWorkflow, task } from '@skein/testkit';

export const ask = { id: 'ask', type: 'input', config: { prompt: 'How many?' } };
export const asking = buildWorkflow({
  id: 'asking',
  nodes: [ask, task('then')],
  edges: ['ask -> then'],
});

/** Whether nobody has it in memory. */
export async function isReleased(store: Store, run: string): Promise<boolean> {
  const stored = await store.runs.load(runId(run));
  return stored !== undefined && stored.owner === undefined;
}
