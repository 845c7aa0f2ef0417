// What is done with several runs, one request for each
// W1. One that is refused stops no other; how many were is reported.
import type { Json } from '@skein/kernel';
import type { UseMutationResult } from '@tanstack/react-query';
import { request } from '../request.ts';
import { askAgain } from '../runs.ts';
import { useSingleMutation } from '../use-single-mutation.ts';

export interface ManyDone {
  readonly done: number;
  /** The first thing that the server said against it. */
  readonly refused: readonly string[];
}

export type ManyAction = 'resume' | 'delete';

const one: Readonly<Record<ManyAction, (id: string) => Promise<unknown>>> = {
  resume: (id) => request('POST /runs/{id}/continue', { params: { id }, body: {} }),
  delete: (id) => request('DELETE /runs/{id}', { params: { id } }),
};

export interface ManyRuns {
  readonly action: ManyAction;
  readonly ids: readonly string[];
}

export function useManyRuns(
  onDone: (result: ManyDone, action: ManyAction) => void,
): UseMutationResult<ManyDone, Error, ManyRuns> {
  return useSingleMutation({
    mutationFn: async ({ action, ids }) => {
      const refused: string[] = [];
      for (const id of ids) {
        try {
          await one[action](id);
        } catch (error) {
          refused.push(error instanceof Error ? error.message : String(error));
        }
      }
      return { done: ids.length - refused.length, refused };
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
