// A program of ours in a process of its own: it receives orders over its channel, and dies with the test.
import { fork, type ChildProcess } from 'node:child_process';

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Its answer to an order, unless it reports an error. */
export type Reported<Report> = Report | { readonly error: string };

export class ForkedProcess<Order extends object, Report extends object> {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  #said = '';

  constructor(file: string) {
    this.child = fork(file, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
    const hear = (text: Buffer) => {
      this.#said = (this.#said + text.toString()).slice(-4000);
    };
    this.child.stdout?.on('data', hear);
    this.child.stderr?.on('data', hear);
    this.ended = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => resolve({ code, signal }));
    });
  }

  /** The last lines that it printed. */
  get said(): string {
    return this.#said.trim();
  }

  /** One order at a time; rejects when it ends before it answers. */
  ask(order: Order): Promise<Report> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error(`It ended. ${this.said}`));
      this.child.once('exit', onExit);
      this.child.once('message', (report: Reported<Report>) => {
        this.child.off('exit', onExit);
        if ('error' in report) reject(new Error(report.error));
        else resolve(report);
      });
      this.child.send(order, (error) => {
        if (error !== null) reject(error);
      });
    });
  }
}
