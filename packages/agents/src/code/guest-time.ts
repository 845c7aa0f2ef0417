// The time that a guest has left
// T1. What counts is the CPU time of its thread: on a busy machine code that computes little takes long, and is not to blame.
// T2. It is looked at only when as much time has passed by the clock as is left, because it cannot be more: the interrupt comes often,
//     and asking the system costs more than what it interrupts.
// T3. A thread that gets no CPU ends, too, when ten times as much has passed by the clock, and at least ten seconds.
import process from 'node:process';

export interface Clocks {
  readonly wallMs: () => number;
  /** Of this thread; Node 22 does not tell it, and there it is the clock. */
  readonly cpuMs: () => number;
}

/** How long code that may compute so long may take by the clock. */
export const patienceMs = (limitMs: number): number => Math.max(10_000, 10 * limitMs);

const wallMs = () => performance.now();

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

export const threadClocks: Clocks = {
  wallMs,
  cpuMs: 'threadCpuUsage' in process ? threadCpuMs : wallMs,
};

export class GuestTime {
  readonly #clocks: Clocks;
  #leftMs: number;
  /** By the clock, until it is given up. */
  #patienceMs: number;
  /** When it may be over, and when it is. */
  #lookAt = Infinity;
  #endsAt = Infinity;
  #beganMs = 0;
  isSpent = false;

  constructor(limitMs: number, clocks = threadClocks) {
    this.#clocks = clocks;
    this.#leftMs = limitMs;
    this.#patienceMs = patienceMs(limitMs);
  }

  get leftMs(): number {
    return this.#leftMs;
  }

  isOver(): boolean {
    const nowMs = this.#clocks.wallMs();
    if (this.isSpent || nowMs <= this.#lookAt) return this.isSpent;
    const leftMs = this.#leftMs - (this.#clocks.cpuMs() - this.#beganMs);
    if (leftMs <= 0 || nowMs > this.#endsAt) this.isSpent = true;
    else this.#lookAt = nowMs + leftMs;
    return this.isSpent;
  }

  count<T>(work: () => T): T {
    const { cpuMs, wallMs: nowMs } = this.#clocks;
    const begunAt = nowMs();
    this.#beganMs = cpuMs();
    this.#lookAt = begunAt + this.#leftMs;
    this.#endsAt = begunAt + this.#patienceMs;
    try {
      return work();
    } finally {
      this.#leftMs -= cpuMs() - this.#beganMs;
      this.#patienceMs -= nowMs() - begunAt;
      if (this.#leftMs <= 0 || this.#patienceMs <= 0) this.isSpent = true;
    }
  }
}
