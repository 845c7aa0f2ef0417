// A thread of the sandbox: one guest after another. It knows nothing of the engine, and gets no environment.
import { parentPort, workerData } from 'node:worker_threads';
import { boundedLog } from './bounded-log.ts';
import { createGuest, type Guest } from './guest.ts';
import { threadClocks } from './guest-time.ts';
import type { createPythonGuest } from './python-guest.ts';
import type { WasmModule } from './web-assembly.ts';
import type { CodeJob, FromThread, GuestState, ToThread } from './thread-messages.ts';

// Compiled by the pool, once for all threads.
const { wasm } = workerData as { readonly wasm: WasmModule };
let guest: Guest | null = null;

const post = (message: FromThread) => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToThread) => {
  void take(message);
});
post({ type: 'ready', cpuMs: threadClocks.cpuMs() });

async function take(message: ToThread): Promise<void> {
  switch (message.type) {
    case 'run':
      return begin(message.job, message.answers);
    case 'answer':
      if (guest !== null) tell(guest.proceed(message.answers));
      return;
    case 'drop':
      return leave();
  }
}

async function begin(job: CodeJob, answers: readonly string[]): Promise<void> {
  const log = boundedLog(job.limits.logChars, (line) => post({ type: 'log', line }));
  guest = await (job.language === 'python' ? pythonGuest(job, log) : createGuest(wasm, job, log));
  let state = guest.proceed();
  for (const answer of answers) {
    if (state.type !== 'calls') break;
    state = guest.proceed(answer);
  }
  tell(state);
}

/** Loaded when it is used: few hosts allow it. */
async function pythonGuest(...given: Parameters<typeof createPythonGuest>): Promise<Guest> {
  return (await import('./python-guest.ts')).createPythonGuest(...given);
}

function tell(state: GuestState): void {
  if (state.type !== 'calls') leave();
  post({ type: 'state', state, cpuMs: threadClocks.cpuMs() });
}

function leave(): void {
  guest?.dispose();
  guest = null;
}
