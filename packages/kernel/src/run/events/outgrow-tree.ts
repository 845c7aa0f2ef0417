import type { TreeLimit } from '../../definition.ts';
import type { TreeOutgrown } from '../../events.ts';
import { finishRun } from '../activations/finish-run.ts';
import type { Batch } from '../batch/batch.ts';

/** Whatever `onLimit` says: a tree that has become too large shall not grow while somebody is asked (SPEC K400). */
export function outgrowTree(batch: Batch, { limit, max }: TreeOutgrown): void {
  finishRun(batch, 'failed', {
    error: {
      code: 'LIMIT_REACHED',
      message: `The tree of runs reached its limit tree.${limit}: ${max} ${counted[limit]}.`,
      node: null,
      activation: null,
      details: { limit: `tree.${limit}`, max },
    },
  });
}

const counted: { readonly [name in TreeLimit]: string } = {
  runs: 'runs were started in it',
  open: 'of its runs were open at the same time',
  depth: 'levels of runs were below its root',
  bytes: 'bytes are in its journals',
};
