// One execution of a user's code, in a WebAssembly instance of its own
// G1. Nothing of the host is inside but one function that takes a line of the log. Everything else is asked for from outside, and
//     what comes out is text.
// G2. Same code, input, time, seed and answers: same calls, same result. Calls are handed out when nothing else can go on, and
//     answered all at once, so that it does not matter which one was quicker.
// G3. Time counts while the guest computes (Guest time). The interrupt stops loops of the guest; a loop inside a built-in function is stopped by
//     whoever ends the thread.
import { Intrinsics, QuickJS, type JSValueHandle } from 'quickjs-wasi';
import { guestPrelude } from './guest-prelude.ts';
import { GuestTime } from './guest-time.ts';
import { guestProblem, placeIn, tellProblem, type ThrownInGuest } from './guest-problem.ts';
import { codeHead, codeTail, givenNames } from './code-parameters.ts';
import { isTextDeeperThan } from './json-text-depth.ts';
import { webAssembly, type WasmModule } from './web-assembly.ts';
import type { CodeJob, GuestProblem, GuestState, LogLine } from './thread-messages.ts';

export interface Guest {
  /** Goes on as far as it can; with the answers to the calls that it stopped for. */
  proceed(answers?: string): GuestState;
  dispose(): void;
}

const leftOut =
  Intrinsics.TYPED_ARRAYS |
  Intrinsics.WEAK_REF |
  Intrinsics.PERFORMANCE |
  Intrinsics.DOM_EXCEPTION |
  Intrinsics.ATOB_BTOA;

export async function createGuest(
  wasm: WasmModule,
  job: CodeJob,
  onLog: (line: LogLine) => void,
): Promise<Guest> {
  const time = new GuestTime(job.limits.cpuMs);
  const vm = await QuickJS.create({
    wasm,
    memoryLimit: job.limits.memoryMb * 1_048_576,
    maxStackSize: 256 * 1024,
    timezoneOffset: 0,
    intrinsics: Intrinsics.ALL & ~leftOut,
    interruptHandler: () => time.isOver(),
    wasi: (memory: { readonly buffer: ArrayBuffer }) => ({
      clock_time_get: (_clock: number, _precision: bigint, place: number) => {
        new DataView(memory.buffer).setBigUint64(
          place,
          BigInt(Math.floor(job.timeMs * 1000)) * 1000n,
          true,
        );
        return 0;
      },
      random_get: (place: number, length: number) => {
        new Uint8Array(memory.buffer, place, length).fill(0);
        return 0;
      },
      // The engine inside writes to the output of the process when it finds a bug of its own.
      fd_write: () => badDescriptor,
    }),
  });
  return new RunningGuest(vm, { job, time, onLog });
}

const badDescriptor = 8;

interface GuestParts {
  readonly job: CodeJob;
  readonly time: GuestTime;
  readonly onLog: (line: LogLine) => void;
}

class RunningGuest implements Guest {
  readonly #vm: QuickJS;
  readonly #job: CodeJob;
  readonly #time: GuestTime;
  readonly #onLog: (line: LogLine) => void;
  #inside: JSValueHandle | null = null;

  constructor(vm: QuickJS, { job, time, onLog }: GuestParts) {
    this.#vm = vm;
    this.#job = job;
    this.#time = time;
    this.#onLog = onLog;
  }

  proceed(answers?: string): GuestState {
    try {
      const state = this.#time.count(() => this.#goOn(answers));
      return state.type === 'calls' ? { ...state, cpuLeftMs: this.#time.leftMs } : state;
    } catch (error) {
      return this.#failed(error);
    }
  }

  dispose(): void {
    try {
      this.#vm.dispose();
    } catch {
      // The instance is garbage either way.
    }
  }

  #goOn(answers: string | undefined): GuestState {
    if (this.#inside === null) this.#begin();
    else this.#tell('give', { text: answers ?? '[]' });
    this.#vm.executePendingJobs();
    if (this.#time.isSpent) return this.#failed(null);
    const { outputChars, depth, memoryMb } = this.#job.limits;
    const calls = this.#tell('take', { tooLong: guestProblem.callsTooLong(outputChars) });
    if (calls !== '[]') return this.#calls(calls);
    const status = this.#tell('status');
    if (status === 'pending') return problemState(guestProblem.neverEnds);
    const result = this.#tell('result', { tooLong: guestProblem.tooLong(outputChars) });
    if (status === 'error') {
      // Written by the prelude, from texts.
      const thrown = parsed(result) as ThrownInGuest;
      return problemState(tellProblem(thrown, memoryMb));
    }
    if (isTextDeeperThan(result, depth)) return problemState(guestProblem.tooDeep(depth));
    parsed(result);
    return { type: 'ended', value: result };
  }

  /** The code is the body of a function that is called later; what stands outside of it runs here, and has no tools. */
  #begin(): void {
    const vm = this.#vm;
    const { code, input, tools, seed, limits } = this.#job;
    const setup = JSON.stringify({
      given: givenNames,
      names: tools,
      seed,
      callsMax: limits.calls,
    });
    const prelude = vm.evalCode(guestPrelude, 'skein');
    const log = vm.newFunction('log', (level, text) => {
      if (level?.isString === true && text?.isString === true && text.length <= lineCharsMax)
        this.#onLog({ level: level.toString(), text: text.toString() });
      return vm.undefined;
    });
    this.#inside = vm.callFunction(prelude, vm.undefined, log, vm.newString(setup));
    const body = vm.evalCode(`(${codeHead}${code}${codeTail})`, 'code');
    const start = this.#inside.getProp('start');
    vm.callFunction(start, vm.undefined, body, vm.newString(input)).dispose();
  }

  /** What a function of the prelude says. A text may be as long as the memory, and is copied only if it may be. */
  #tell(name: string, { text, tooLong }: { text?: string; tooLong?: GuestProblem } = {}): string {
    const vm = this.#vm;
    // Begun before anything is told.
    const inside = this.#inside as JSValueHandle;
    const given = text === undefined ? [] : [vm.newString(text)];
    const said = inside
      .getProp(name)
      .consume((member) => vm.callFunction(member, vm.undefined, ...given));
    for (const handle of given) handle.dispose();
    return said.consume((handle) => {
      if (!handle.isString) return '';
      if (tooLong !== undefined && handle.length > this.#job.limits.outputChars)
        throw new Refused(tooLong);
      return handle.toString();
    });
  }

  #calls(text: string): GuestState {
    const { depth, calls: callsMax } = this.#job.limits;
    if (isTextDeeperThan(text, depth + 2)) return problemState(guestProblem.callsTooDeep(depth));
    const calls = parsed(text);
    if (!Array.isArray(calls) || calls.length > callsMax || !calls.every(isCall))
      return problemState(guestProblem.tampered);
    return { type: 'calls', calls: text, cpuLeftMs: 0 };
  }

  #failed(error: unknown): GuestState {
    const { cpuMs, memoryMb } = this.#job.limits;
    if (error instanceof Refused) return problemState(error.problem);
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    if (this.#time.isSpent)
      return problemState({ ...guestProblem.timeout(cpuMs), ...placeIn(stack ?? '') });
    // A trap of WebAssembly leaves the instance in no state at all.
    const isBroken = error instanceof webAssembly.RuntimeError || error instanceof RangeError;
    if (isBroken) return { ...problemState(guestProblem.noStack), isBroken };
    const thrown: ThrownInGuest = { name, message, stack: stack ?? null, code: null };
    return problemState(tellProblem(thrown, memoryMb));
  }
}

/** Longer than what the prelude lets through: only code that has changed it comes here with more. */
const lineCharsMax = 4000;

class Refused extends Error {
  readonly problem: GuestProblem;

  constructor(problem: GuestProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The prelude writes JSON; code that has changed what it uses may make something else of it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(guestProblem.tampered);
  }
}

function isCall(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('arguments' in value)) return false;
  return 'name' in value && typeof value.name === 'string';
}

function problemState(problem: GuestProblem) {
  return { type: 'failed', problem, isBroken: false } as const;
}
