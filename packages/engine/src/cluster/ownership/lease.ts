// The lease
// The heartbeat of this process: one row for all its runs.
//
// L1. It is renewed at a third of its length, whatever else this process does: a takeover of another process's runs may take
//     longer than a lease lasts.
// L2. A process that does not share its store cannot be declared dead: its lease never expires, and is written once.
import type { Ports } from '../../engine-ports.ts';

type LeasePorts = Ports<'store' | 'clock' | 'sharing' | 'isClosed' | 'onProblem' | 'log'>;

const forEver = Number.MAX_SAFE_INTEGER;

export class Lease {
  readonly #runtime: LeasePorts;
  readonly #owner: string;
  #cancel: (() => void) | null = null;
  #renewing: Promise<void> | null = null;

  constructor(runtime: LeasePorts, owner: string) {
    this.#runtime = runtime;
    this.#owner = owner;
  }

  async start(): Promise<void> {
    await this.#renew();
    this.#plan();
  }

  async stop(): Promise<void> {
    this.#cancel?.();
    await this.#renewing;
  }

  #plan(): void {
    const { clock, sharing, isClosed } = this.#runtime;
    if (sharing === null || isClosed) return;
    this.#cancel = clock.setTimer(clock.now() + sharing.leaseMs / 3, () => this.#renewAgain());
  }

  #renewAgain(): void {
    this.#renewing = this.#renew()
      .catch((error: unknown) => {
        const { log, onProblem } = this.#runtime;
        log?.warn({ err: error }, 'The lease was not renewed; others may take over the runs.');
        onProblem(error);
      })
      .finally(() => {
        this.#renewing = null;
        this.#plan();
      });
  }

  async #renew(): Promise<void> {
    const { store, clock, sharing } = this.#runtime;
    const until = sharing === null ? forEver : clock.now() + sharing.leaseMs;
    await store.leases.renew(this.#owner, until);
  }
}
