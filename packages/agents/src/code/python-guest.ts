// One execution of Python (experimental)
// The interpreter is a package that hosts install themselves, and native: it is bounded by its own limits, not by WebAssembly.
// Y1. Its limit of time counts while it is paused. So it is never paused: when it calls a tool it is dropped, and executed again from
//     its start with the answers. It has no clock, no chance and no threads, and asks for the same.
// Y2. A thread in native code cannot be ended from outside: only its own limit of time stops a loop.
import { EngineError, loadOptional } from '@skein/ports';
import { givenNames } from './code-parameters.ts';
import type { Guest } from './guest.ts';
import { guestProblem } from './guest-problem.ts';
import { isTextDeeperThan } from './json-text-depth.ts';
import { fromPython } from './from-python.ts';
import { pythonProblem } from './python-problem.ts';
import type { CodeJob, GuestCall, GuestProblem, GuestState, LogLine } from './thread-messages.ts';

/** What is used of the package. */
interface MontyPackage {
  readonly Monty: new (code: string, options: object) => { start(options: object): Paused };
}

/** At a call of a function, at a name that it does not know, or at its end. */
interface Paused {
  readonly functionName?: string;
  readonly variableName?: string;
  readonly args?: readonly unknown[];
  readonly kwargs?: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
  resume(options: object): Paused;
}

type Answer = { readonly result: unknown } | { readonly error: string };

export async function createPythonGuest(
  job: CodeJob,
  onLog: (line: LogLine) => void,
): Promise<Guest> {
  const found = await load();
  if ('problem' in found) return { proceed: () => found, dispose: () => {} };
  const answers: Answer[] = [];
  let toldLines = 0;
  const proceed = (given?: string): GuestState => {
    // One call at a time is made, so each list has one answer.
    if (given !== undefined) answers.push(...(JSON.parse(given) as readonly Answer[]));
    const print = linesOf((text, line) => {
      // What it printed before the call comes again.
      if (line <= toldLines) return;
      toldLines = line;
      onLog({ level: 'log', text });
    });
    try {
      return execute(found, job, { answers, print });
    } catch (error) {
      return { type: 'failed', problem: pythonProblem(error, job.limits), isBroken: false };
    }
  };
  return { proceed, dispose: () => {} };
}

async function load(): Promise<MontyPackage | Extract<GuestState, { readonly type: 'failed' }>> {
  const part = { purpose: 'Python', packages: ['@pydantic/monty@0.0.18'] };
  try {
    // What is installed under the name.
    return await loadOptional(part, ([name = '']) => import(name) as Promise<MontyPackage>);
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    const problem: GuestProblem = {
      code: 'CODE_NOT_ALLOWED',
      message:
        error instanceof EngineError ? message : `Python does not run on this machine: ${message}`,
      hint: 'Its interpreter is a package of its own, for some platforms only; JavaScript runs everywhere.',
    };
    return { type: 'failed', isBroken: false, problem };
  }
}

function execute(
  { Monty }: MontyPackage,
  { code, input, tools, limits }: CodeJob,
  given: { readonly answers: readonly Answer[]; readonly print: (text: string) => void },
): GuestState {
  // Written by the node, by name.
  const values = JSON.parse(input) as Readonly<Record<string, unknown>>;
  const inputs = Object.fromEntries(givenNames.map((name) => [name, values[name] ?? null]));
  const names = new Map(tools.map((name) => [name.replaceAll(/\W/g, '_'), name]));
  let paused = new Monty(code, { scriptName: 'code.py', inputs: givenNames }).start({
    inputs,
    limits: {
      maxDurationSecs: limits.cpuMs / 1000,
      maxMemory: limits.memoryMb * 1_048_576,
      maxRecursionDepth: recursionMax,
    },
    printCallback: (_: string, text: string) => given.print(text),
  });
  let calls = 0;
  while (!('output' in paused)) {
    const called = paused.functionName;
    const name = called === undefined ? undefined : names.get(called);
    if (called === undefined) paused = paused.resume({});
    else if (name === undefined)
      paused = paused.resume(raised('NameError', `name '${called}' is not defined`));
    else {
      const answer = given.answers[calls];
      calls += 1;
      if (calls > limits.calls) throw new Error(`More than ${limits.calls} calls are made.`);
      if (answer === undefined) return asking({ name, arguments: argumentsOf(paused) }, limits);
      paused = paused.resume(
        'error' in answer ? raised('RuntimeError', answer.error) : { returnValue: answer.result },
      );
    }
  }
  return ended(fromPython(paused.output), limits);
}

const recursionMax = 500;

function raised(type: string, message: string): object {
  return { exception: { type, message } };
}

/** `tool(item="tea")`, or `tool({"item": "tea"})`. */
function argumentsOf({ args = [], kwargs = {} }: Paused): GuestCall['arguments'] {
  const [first] = args;
  return fromPython(args.length === 1 && Object.keys(kwargs).length === 0 ? first : kwargs);
}

function asking(call: GuestCall, { outputChars, depth, cpuMs }: CodeJob['limits']): GuestState {
  const calls = JSON.stringify([call]);
  if (calls.length > outputChars) return problemState(guestProblem.callsTooLong(outputChars));
  if (isTextDeeperThan(calls, depth + 2)) return problemState(guestProblem.callsTooDeep(depth));
  return { type: 'calls', calls, cpuLeftMs: cpuMs };
}

function ended(value: unknown, { outputChars, depth }: CodeJob['limits']): GuestState {
  const text = JSON.stringify(value);
  if (text.length > outputChars) return problemState(guestProblem.tooLong(outputChars));
  if (isTextDeeperThan(text, depth)) return problemState(guestProblem.tooDeep(depth));
  return { type: 'ended', value: text };
}

function problemState(problem: GuestProblem): GuestState {
  return { type: 'failed', problem, isBroken: false };
}

/** Prints come in pieces. */
function linesOf(tell: (text: string, line: number) => void): (text: string) => void {
  let open = '';
  let line = 0;
  return (text) => {
    const [first = '', ...rest] = text.split('\n');
    open = (open + first).slice(0, lineCharsMax);
    for (const next of rest) {
      line += 1;
      tell(open, line);
      open = next.slice(0, lineCharsMax);
    }
  };
}

const lineCharsMax = 4000;
