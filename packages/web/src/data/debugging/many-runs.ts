// What is done with several runs, one request for each
// W1. One that is refused stops no other; how many were is reported.
import type { Json } from '@skein/kernel';
import type { UseMutationResult } from '@tanstack/react-query';
import { request } from '../request.ts';
import { askAgain, type RunItem } from '../runs.ts';
import { useSingleMutation } from '../use-single-mutation.ts';

export interface ManyDone {
  readonly done: number;
  /** What was said against each that is not done. */
  readonly refused: readonly string[];
}

export type ManyAction = 'resume' | 'delete' | 'move';

type Named = Pick<RunItem, 'id' | 'workflow'>;

const one: Readonly<Record<ManyAction, (run: Named) => Promise<unknown>>> = {
  resume: ({ id }) => request('POST /runs/{id}/continue', { params: { id }, body: {} }),
  delete: ({ id }) => request('DELETE /runs/{id}', { params: { id } }),
  move: moveToNewest,
};

/** What was recorded stays; one that cannot move says what is in its way. */
async function moveToNewest({ id, workflow }: Named): Promise<void> {
  const { version } = await request('GET /workflows/{id}', { params: { id: workflow.id } });
  if (version === workflow.version) throw new Error('already in the newest version');
  const { isMoved, obstacles } = await request('POST /runs/{id}/migrate', {
    params: { id },
    body: { version, recorded: 'keep' },
  });
  if (!isMoved) throw new Error(obstacles[0]?.reason ?? 'cannot be moved');
}

export interface ManyRuns {
  readonly action: ManyAction;
  readonly runs: readonly Named[];
}

export function useManyRuns(
  onDone: (result: ManyDone, action: ManyAction) => void,
): UseMutationResult<ManyDone, Error, ManyRuns> {
  return useSingleMutation({
    mutationFn: async ({ action, runs }) => {
      const refused: string[] = [];
      for (const run of runs) {
        try {
          await one[action](run);
        } catch (error) {
          refused.push(error instanceof Error ? error.message : String(error));
        }
      }
      return { done: runs.length - refused.length, refused };
    },
    onSuccess: (result, { action }) => {
      askAgain();
      onDone(result, action);
    },
  });
}

/** Everything about these runs, as one document. */
export async function exportRuns(ids: readonly string[]): Promise<readonly Json[]> {
  const bundles: Json[] = [];
  for (const id of ids) {
    const bundle = await request('GET /runs/{id}/export', { params: { id } });
    // It came as JSON.
    bundles.push(bundle as Json);
  }
  return bundles;
}
