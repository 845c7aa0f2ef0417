// Processes that host engines, seen from the test that kills them.
import { fork, type ChildProcess } from 'node:child_process';
import type { DurableOptions } from '@skein/engine';
import { hostFile } from '../servers/host-file.ts';
import type { Death } from './crash-points.ts';
import type { FullStory } from './full-world.ts';
import type { Played } from './play-full.ts';

export interface HostOrder {
  /** The address of the store. */
  readonly url: string;
  readonly ledger: string;
  readonly workflow: string;
  /** What happens to the run; default: nothing but what kills its process. */
  readonly story?: FullStory | undefined;
  readonly death: Death | null;
  readonly durable: DurableOptions;
}

export type HostReport = { readonly played: Played } | { readonly error: string };

export type HostEnd =
  | { readonly type: 'played'; readonly played: Played }
  | {
      readonly type: 'died';
      readonly signal: string | null;
      readonly code: number | null;
      /** The last lines that it printed. */
      readonly said: string;
    };

/** How a process died, in words. */
export function describeDeath({ signal, code, said }: Extract<HostEnd, { type: 'died' }>): string {
  const how = signal === null ? `with the code ${code}` : `by ${signal}`;
  return said === '' ? `It ended ${how}.` : `It ended ${how} and had said: ${said}`;
}

/** Runs W-full in a process that may be told to die before the end. */
export interface CrashPlayer {
  /** Runs until the end of the run, or of the process. */
  play(order: HostOrder): Promise<HostEnd>;
  close(): void;
}

export class CrashHost implements CrashPlayer {
  readonly #child: ChildProcess;
  #said = '';

  constructor() {
    const file = hostFile('packages/testkit/src/crash/crash-host-main.ts');
    this.#child = fork(file, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
    const hear = (text: Buffer) => {
      this.#said = (this.#said + text.toString()).slice(-4000);
    };
    this.#child.stdout?.on('data', hear);
    this.#child.stderr?.on('data', hear);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  play(order: HostOrder, limitMs = 180_000): Promise<HostEnd> {
    return new Promise((resolve, reject) => {
      const child = this.#child;
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        end(() => reject(new Error(`It takes longer than ${limitMs} ms. ${this.#said}`)));
      }, limitMs);
      const end = (settle: () => void) => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
        settle();
      };
      const onMessage = (report: HostReport) =>
        end(() => {
          if ('played' in report) resolve({ type: 'played', played: report.played });
          else reject(new Error(report.error));
        });
      const onExit = (code: number | null, signal: string | null) =>
        end(() => resolve({ type: 'died', code, signal, said: this.#said.trim() }));
      child.on('message', onMessage);
      child.on('exit', onExit);
      child.send(order);
    });
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }
}
