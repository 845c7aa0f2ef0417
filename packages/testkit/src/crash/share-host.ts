// Processes that share a store, seen from the test that kills and freezes them.
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { buildWorkflow } from '../engine/build-workflow.ts';

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
    }
  | { readonly do: 'report' };

export type ShareReport =
  | { readonly runs: readonly string[] }
  | { readonly refused: number; readonly problems: readonly string[] }
  | { readonly error: string };

/** Steps of each run: one effect each. */
export const sharedSteps = 6;

const ids = Array.from({ length: sharedSteps }, (_, i) => `hit${i + 1}`);

export const sharedWorkflow = buildWorkflow({
  id: 'shared',
  nodes: ids.map((id) => ({ id, type: 'function', config: { name: 'hit' } })),
  edges: ids.slice(1).map((id, i) => ({ from: `hit${i + 1}`, to: id })),
});

export class ShareHost {
  readonly child: ChildProcess;
  #said = '';

  constructor() {
    const file = path.join(import.meta.dirname, 'share-host-main.ts');
    this.child = fork(file, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
    this.child.stderr?.on('data', (text: Buffer) => {
      this.#said = (this.#said + text.toString()).slice(-4000);
    });
  }

  ask(order: ShareOrder): Promise<ShareReport> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error(`It ended. ${this.#said}`));
      this.child.once('exit', onExit);
      this.child.once('message', (report: ShareReport) => {
        this.child.off('exit', onExit);
        if ('error' in report) reject(new Error(report.error));
        else resolve(report);
      });
      this.child.send(order);
    });
  }
}
