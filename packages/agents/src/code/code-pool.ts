// The threads of the sandbox
// P1. Threads are started for the first code, and end when there was none for a while: who runs no code pays nothing.
// P2. A thread runs one execution at a time. Those that wait take turns by their owner, so that one run with many does not keep the
//     others waiting.
// P3. An execution that has used up its time (Guest time) and does not stop by itself ends its thread after 250 ms more of it, and nobody
//     else's: loops inside built-in functions are stopped in no other way.
// P4. A thread is not kept for calls that take long: the execution is dropped, and started again with the answers when they are there.
import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON, getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { cpuMsOf } from './cpu-ms-of.ts';
import { patienceMs } from './guest-time.ts';
import { webAssembly, type WasmModule } from './web-assembly.ts';
import type { CodeJob, FromThread, GuestState, LogLine, ToThread } from './thread-messages.ts';

const graceMs = 250;
/** Between two looks at a thread that gets little of the machine. */
const lookMs = 50;
const idleMs = 30_000;

export interface Execution {
  readonly job: CodeJob;
  /** To earlier calls, as they were given before. */
  readonly answers: readonly string[];
  /** Whose turn it is among those that wait. */
  readonly owner: string;
  readonly onLog: (line: LogLine) => void;
  readonly signal: AbortSignal;
}

/** An execution that has stopped: for good, or until its calls are answered. */
export interface Stopped {
  readonly state: GuestState;
  readonly proceed: (answers: string) => Promise<Stopped>;
  /** Gives the thread back before the end. */
  readonly drop: () => void;
}

interface Waiting {
  readonly execution: Execution;
  readonly resolve: (stopped: Stopped) => void;
  readonly reject: (error: unknown) => void;
  /** Stops listening to the signal. */
  readonly leave: () => void;
}

interface Thread {
  readonly worker: Worker;
  isReady: boolean;
  /** Whether the guest is at work: only then is there something that nothing but the end of the thread stops. */
  isComputing: boolean;
  current: Waiting | null;
  timer: NodeJS.Timeout | undefined;
  /** What it had used before its guest began, or went on. */
  cpuMs: number;
}

interface Limit {
  /** Of CPU time, with the grace. */
  readonly ms: number;
  /** By the clock. */
  readonly until: number;
}

interface Origin {
  readonly entry: URL;
  readonly wasm: WasmModule;
}

export class CodePool {
  readonly #threadsMax: number;
  readonly #threads = new Set<Thread>();
  /** By owner; the owner whose turn is next is the first. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** What threads are started with; looked up for the first of them. */
  #origin: Origin | null = null;

  constructor(threadsMax: number) {
    this.#threadsMax = threadsMax;
  }

  async begin(execution: Execution): Promise<Stopped> {
    const { owner, signal } = execution;
    signal.throwIfAborted();
    // Where a file is missing, it is this execution that fails, and none is left waiting.
    this.#origin ??= { entry: threadFile(), wasm: compileWasm() };
    return new Promise((resolve, reject) => {
      const abort = () => this.#abort(waiting);
      const leave = () => signal.removeEventListener('abort', abort);
      const waiting: Waiting = { execution, resolve, reject, leave };
      const queue = this.#waiting.get(owner);
      if (queue === undefined) this.#waiting.set(owner, [waiting]);
      else queue.push(waiting);
      signal.addEventListener('abort', abort);
      this.#next();
    });
  }

  #next(): void {
    while (this.#waiting.size > 0) {
      const thread = this.#freeThread();
      const waiting = thread === undefined ? undefined : this.#takeTurn();
      if (thread === undefined || waiting === undefined) return;
      clearTimeout(thread.timer);
      thread.current = waiting;
      thread.worker.ref();
      if (thread.isReady) this.#run(thread);
    }
  }

  #freeThread(): Thread | undefined {
    for (const thread of this.#threads) if (thread.current === null) return thread;
    return this.#threads.size < this.#threadsMax ? this.#start() : undefined;
  }

  #takeTurn(): Waiting | undefined {
    const first = this.#waiting.entries().next();
    if (first.done === true) return undefined;
    const [owner, queue] = first.value;
    const waiting = queue.shift();
    this.#waiting.delete(owner);
    if (queue.length > 0) this.#waiting.set(owner, queue);
    return waiting;
  }

  #start(): Thread {
    // Looked up before anything waits.
    const { entry, wasm } = this.#origin as Origin;
    const worker = new Worker(entry, {
      workerData: { wasm },
      // Neither the variables, the streams nor what the process loads before its own program.
      env: compileCache(),
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    const thread: Thread = {
      worker,
      isReady: false,
      isComputing: false,
      current: null,
      timer: undefined,
      cpuMs: 0,
    };
    this.#threads.add(thread);
    worker.on('message', (message: FromThread) => this.#take(thread, message));
    worker.on('error', (error) => this.#end(thread, isMemory(error) ? outOfMemory : error));
    worker.on('exit', () => this.#end(thread, gone()));
    return thread;
  }

  #take(thread: Thread, message: FromThread): void {
    if (message.type !== 'log') thread.cpuMs = message.cpuMs;
    if (message.type === 'ready') {
      thread.isReady = true;
      if (thread.current !== null) this.#run(thread);
    } else if (message.type === 'log') thread.current?.execution.onLog(message.line);
    else this.#stopped(thread, message.state);
  }

  /** The time of an execution begins when its thread has everything loaded. */
  #run(thread: Thread): void {
    // Only called with one.
    const { job, answers } = (thread.current as Waiting).execution;
    this.#post(thread, { type: 'run', job, answers }, job.limits.cpuMs);
  }

  #post(thread: Thread, message: ToThread, limitMs: number): void {
    clearTimeout(thread.timer);
    const limit = {
      ms: limitMs + graceMs,
      until: performance.now() + patienceMs(limitMs) + graceMs,
    };
    thread.timer = setTimeout(() => void this.#look(thread, limit), limit.ms);
    thread.isComputing = true;
    thread.worker.postMessage(message);
  }

  /** Whether it has computed too long, when it could have by the clock. */
  async #look(thread: Thread, limit: Limit): Promise<void> {
    const { current, worker, cpuMs } = thread;
    const usedMs = (await cpuMsOf(worker, graceMs)) - cpuMs;
    if (!this.#threads.has(thread) || thread.current !== current || !thread.isComputing) return;
    const leftMs = limit.ms - usedMs;
    if (leftMs > 0 && performance.now() < limit.until) {
      thread.timer = setTimeout(() => void this.#look(thread, limit), Math.max(leftMs, lookMs));
      return;
    }
    this.#end(thread, overrun(current?.execution.job.limits.cpuMs ?? limit.ms));
  }

  #stopped(thread: Thread, state: GuestState): void {
    const { current } = thread;
    clearTimeout(thread.timer);
    thread.isComputing = false;
    if (current === null) return;
    if (state.type === 'failed' && state.isBroken) return this.#end(thread, state);
    // Until the execution goes on, or is over.
    const isOurs = () => thread.current === current;
    if (state.type !== 'calls') this.#release(thread);
    current.resolve({
      state,
      proceed: async (answers) => {
        if (!isOurs() || state.type !== 'calls') throw gone();
        return new Promise((resolve, reject) => {
          thread.current = { ...current, resolve, reject };
          this.#post(thread, { type: 'answer', answers }, state.cpuLeftMs);
        });
      },
      drop: () => {
        if (isOurs()) this.#drop(thread);
      },
    });
  }

  #drop(thread: Thread): void {
    thread.worker.postMessage({ type: 'drop' } satisfies ToThread);
    this.#release(thread);
  }

  #release(thread: Thread): void {
    thread.current?.leave();
    thread.current = null;
    thread.worker.unref();
    thread.timer = setTimeout(() => this.#end(thread, null), idleMs);
    thread.timer.unref();
    this.#next();
  }

  #abort(waiting: Waiting): void {
    const { signal, owner } = waiting.execution;
    waiting.leave();
    const queue = this.#waiting.get(owner)?.filter((each) => each !== waiting) ?? [];
    if (queue.length > 0) this.#waiting.set(owner, queue);
    else this.#waiting.delete(owner);
    // A new thread costs more than most code: one whose guest waits for its calls is as good as free.
    for (const thread of this.#threads) {
      if (thread.current?.execution !== waiting.execution) continue;
      if (thread.isComputing) this.#end(thread, null);
      else this.#drop(thread);
    }
    waiting.reject(signal.reason);
  }

  /** With what its execution has come to, or why it could not go on; null when it was aborted, or is idle. */
  #end(thread: Thread, end: GuestState | Error | null): void {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    const { current } = thread;
    current?.leave();
    thread.current = null;
    void thread.worker.terminate();
    if (current !== null && end !== null && !(end instanceof Error))
      current.resolve({ state: end, proceed: () => Promise.reject(gone()), drop: () => {} });
    else current?.reject(end ?? current.execution.signal.reason ?? gone());
    this.#next();
  }
}

/** Where the process keeps what it compiled, if it does: two thirds of the time that a thread takes to start. */
function compileCache(): Readonly<Record<string, string>> {
  const found = getCompileCacheDir();
  // It names the folder of this version of Node inside of what it was given.
  return found === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(found) };
}

function overrun(cpuMs: number): GuestState {
  return {
    type: 'failed',
    isBroken: true,
    problem: {
      code: 'CODE_TIMEOUT',
      message: `The code computed longer than ${cpuMs} ms, did not stop, and its thread was ended.`,
      hint: 'Look for a built-in function with too much to do: a regular expression, sort, join, repeat.',
    },
  };
}

const outOfMemory: GuestState = {
  type: 'failed',
  isBroken: true,
  problem: { code: 'CODE_MEMORY', message: 'The code needed more memory than its thread has.' },
};

function isMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function gone(): Error {
  return new Error('The thread of this code has ended.');
}

/** Under a name of its own: bundlers copy every file that `new URL(…, import.meta.url)` may mean. */
const here = import.meta.url;

/** The source in the repository, the built file in an installed package. */
function threadFile(): URL {
  const files = ['./code-thread-main.ts', './code-thread.js'].map((name) => new URL(name, here));
  const found = files.find((file) => file.protocol === 'file:' && existsSync(file));
  if (found !== undefined) return found;
  throw new Error(
    'The file code-thread.js is missing: code cannot run in a bundle that contains this package. Mark it as external.',
  );
}

/** Found by its package: bundlers would follow a `require.resolve` of the file, and try to link it. */
function compileWasm(): WasmModule {
  const found = findPackageJSON('quickjs-wasi', here);
  if (found === undefined) throw new Error('The package quickjs-wasi is missing.');
  const file = path.join(path.dirname(found), 'quickjs.wasm');
  return new webAssembly.Module(readFileSync(file));
}
