// Processes that share a store, seen from the test that kills and freezes them.
import { buildWorkflow } from '../engine/build-workflow.ts';
import { ForkedProcess } from '../servers/forked-process.ts';
import { hostFile } from '../servers/host-file.ts';

export type ShareOrder =
  | {
      readonly do: 'host';
      readonly url: string;
      readonly ledger: string;
      /** How many it starts. */
      readonly runs: number;
      readonly leaseMs: number;
      /** How long each step takes. */
      readonly stepMs: number;
      /** The fourth step of each run blocks until it is released: so something is left to do, however late the process is hit. */
      readonly isHeld: boolean;
    }
  | { readonly do: 'continue' }
  | { readonly do: 'report' };

export type ShareReport =
  | { readonly runs: readonly string[] }
  | { readonly refused: number; readonly problems: readonly string[] };

/** Steps of each run: one effect each. */
export const sharedSteps = 6;

/** Where a held process blocks. */
export const heldStep = 'hit4';

const ids = Array.from({ length: sharedSteps }, (_, i) => `hit${i + 1}`);

export const sharedWorkflow = buildWorkflow({
  id: 'shared',
  nodes: ids.map((id) => ({ id, type: 'function', config: { name: 'hit', args: id } })),
  edges: ids.slice(1).map((id, i) => ({ from: `hit${i + 1}`, to: id })),
});

export class ShareHost extends ForkedProcess<ShareOrder, ShareReport> {
  constructor() {
    super(hostFile('packages/testkit/src/crash/share-host-main.ts'));
  }
}
