// Threads for large work
// A few threads beside the one that answers everybody, for work that would keep all others waiting: one job at a time each.
// P1. Threads are started when there is work, and end when there has been none for a while: who sends nothing large pays nothing.
// P2. Jobs of different users take turns, and only so many wait, of each user and of all; further ones are refused with SERVER_BUSY,
//     unless somebody waits who cannot come again later: a run.
// P3. A job that takes too long or too much memory ends its thread, and nobody else's job: the next one gets a new thread.
import process from 'node:process';
import type { Worker } from 'node:worker_threads';
import { EngineError } from '../problems/engine-error.ts';

export interface ThreadPoolOptions {
  /** The module that each thread runs: it posts `ready` when it is loaded, and an `Answer` for each message that it gets. */
  readonly entry: URL;
  /** Given to each thread as its `workerData`. */
  readonly setup: unknown;
  readonly threadsMax: number;
  /** Of all users; one user has a quarter of it. */
  readonly waitingMax: number;
  readonly limitMs: number;
  readonly memoryMb: number;
  readonly idleMs: number;
}

/** What a thread posts for each job. */
export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

interface Job {
  readonly message: unknown;
  readonly user: string;
  readonly what: string;
  /** It waits, however many do. */
  readonly isPatient?: boolean | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  isReady: boolean;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
}

export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #threads = new Set<Thread>();
  /** By user; the user whose turn is next is the first. */
  readonly #waiting = new Map<string, Job[]>();
  #waitingCount = 0;
  #isClosed = false;
  /** Jobs that were done here since the start. */
  done = 0;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /** `what` is the subject of the sentence that says why it was refused. */
  run(
    message: unknown,
    { user, what, isPatient = false }: Pick<Job, 'user' | 'what' | 'isPatient'>,
  ): Promise<unknown> {
    const { waitingMax } = this.#options;
    if (this.#isClosed) throw new EngineError('SERVER_CLOSING', {});
    const queue = this.#waiting.get(user);
    const isFull = this.#waitingCount >= waitingMax || (queue?.length ?? 0) >= waitingMax / 4;
    if (isFull && !isPatient) {
      const limit = `${this.#waitingCount} of them are waiting already`;
      throw new EngineError('SERVER_BUSY', { what: 'another large request', limit });
    }
    return new Promise((resolve, reject) => {
      const job: Job = { message, user, what, resolve, reject };
      if (queue === undefined) this.#waiting.set(user, [job]);
      else queue.push(job);
      this.#waitingCount += 1;
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const jobs = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#waitingCount = 0;
    for (const { reject } of jobs) reject(new EngineError('SERVER_CLOSING', {}));
    await Promise.all(
      [...this.#threads].map((thread) => this.#end(thread, new EngineError('SERVER_CLOSING', {}))),
    );
  }

  #next(): void {
    while (this.#waitingCount > 0) {
      const thread = this.#freeThread();
      const job = thread === undefined ? undefined : this.#takeJob();
      if (thread === undefined || job === undefined) return;
      this.#give(thread, job);
    }
  }

  #freeThread(): Thread | undefined {
    for (const thread of this.#threads) if (thread.job === null) return thread;
    return this.#threads.size < this.#options.threadsMax ? this.#start() : undefined;
  }

  #takeJob(): Job | undefined {
    const first = this.#waiting.entries().next();
    if (first.done === true) return undefined;
    const [user, [job, ...others]] = first.value;
    this.#waiting.delete(user);
    if (others.length > 0) this.#waiting.set(user, others);
    this.#waitingCount -= 1;
    return job;
  }

  #start(): Thread {
    const { entry, setup, memoryMb } = this.#options;
    // Not before there is work: what the module of threads loads would be a part of every start.
    const threads = process.getBuiltinModule('node:worker_threads');
    const worker = new threads.Worker(entry, {
      workerData: setup,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const thread: Thread = { worker, isReady: false, job: null, timer: undefined };
    this.#threads.add(thread);
    worker.on('message', (answer: Answer | 'ready') => {
      if (answer === 'ready') this.#begin(thread);
      else this.#settle(thread, answer);
    });
    worker.on('error', (error) => void this.#end(thread, this.#crash(thread, error)));
    worker.on('exit', () => void this.#end(thread, new Error('A thread for large work ended.')));
    return thread;
  }

  #give(thread: Thread, job: Job): void {
    clearTimeout(thread.timer);
    thread.job = job;
    thread.worker.ref();
    if (thread.isReady) this.#begin(thread);
  }

  /** The time of a job begins when its thread has everything loaded. */
  #begin(thread: Thread): void {
    const { limitMs } = this.#options;
    const { job } = thread;
    thread.isReady = true;
    if (job === null) return;
    thread.timer = setTimeout(() => {
      const limit = `${limitMs / 1000} s`;
      void this.#end(thread, new EngineError('TOO_COSTLY', { what: job.what, limit }));
    }, limitMs);
    thread.worker.postMessage(job.message);
  }

  #settle(thread: Thread, answer: Answer): void {
    const { job } = thread;
    clearTimeout(thread.timer);
    thread.job = null;
    thread.worker.unref();
    thread.timer = setTimeout(() => void this.#end(thread, null), this.#options.idleMs);
    thread.timer.unref();
    this.done += 1;
    if (answer.ok) job?.resolve(answer.value);
    else job?.reject(new Error(answer.message));
    this.#next();
  }

  /** The limit of memory is an answer; anything else that ends a thread is a bug. */
  #crash({ job }: Thread, error: Error): Error {
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (!isMemory) return error;
    const limit = `${this.#options.memoryMb} MB of memory`;
    return new EngineError('TOO_COSTLY', { what: job?.what ?? 'A large request', limit });
  }

  async #end(thread: Thread, error: Error | null): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    thread.job?.reject(error);
    thread.job = null;
    await thread.worker.terminate();
    this.#next();
  }
}
