// What went wrong inside, as people are told. The name, message and stack of an error are written by the code, so they decide nothing
// but which of the codes of this node type is reported.
import type { GuestProblem } from './thread-messages.ts';

export interface ThrownInGuest {
  readonly name: string | null;
  readonly message: string;
  readonly stack: string | null;
  readonly code: string | null;
}

export const guestProblem = {
  neverEnds: {
    code: 'CODE_NEVER_ENDS',
    message: 'The code awaits a promise that nothing resolves.',
    hint: 'There are no timers; only the calls of tools are worth waiting for.',
  },
  noStack: {
    code: 'CODE_MEMORY',
    message: 'The code calls itself too deeply.',
    hint: 'Use a loop instead of recursion.',
  },
  timeout: (cpuMs: number) => ({
    code: 'CODE_TIMEOUT',
    message: `The code computed longer than ${cpuMs} ms.`,
    hint: 'Do less in one node, or raise "limits.cpuMs" of it.',
  }),
  tooLong: (max: number) => ({
    code: 'CODE_OUTPUT',
    message: `What the code returned has more than ${max} characters as JSON.`,
    hint: 'Return less.',
  }),
  tooDeep: (max: number) => ({
    code: 'CODE_OUTPUT',
    message: `What the code returned is nested deeper than ${max} levels.`,
    hint: 'Return a flatter value.',
  }),
  callsTooLong: (max: number) => ({
    code: 'CODE_NOT_ALLOWED',
    message: `The arguments of the calls that the code makes at once have more than ${max} characters as JSON.`,
    hint: 'Send less with a call, or await one call before the next.',
  }),
  callsTooDeep: (max: number) => ({
    code: 'CODE_NOT_ALLOWED',
    message: `The arguments of a call are nested deeper than ${max} levels.`,
    hint: 'Send a flatter value.',
  }),
  tampered: {
    code: 'CODE_NOT_ALLOWED',
    message: 'The code changed what its calls and its result are made with.',
    hint: 'Leave the prototypes of built-in objects as they are.',
  },
} satisfies Record<string, GuestProblem | ((...given: never[]) => GuestProblem)>;

export function tellProblem(thrown: ThrownInGuest, memoryMb: number): GuestProblem {
  const place = placeIn(thrown.stack ?? '');
  const message = String(thrown.message);
  if (thrown.name === 'InternalError' && message.includes('out of memory')) {
    const limit = `The code used more than ${memoryMb} MB of memory.`;
    return { code: 'CODE_MEMORY', message: limit, ...place };
  }
  if (thrown.code === 'CODE_NOT_ALLOWED' || thrown.code === 'CODE_OUTPUT')
    return { code: thrown.code, message, ...place };
  if (message.includes('could not load module'))
    return { code: 'CODE_NOT_ALLOWED', message: 'Code cannot import modules.', ...place };
  const about = thrown.name === null || thrown.name === '' ? message : `${thrown.name}: ${message}`;
  const problem: GuestProblem = { code: 'CODE_THREW', message: about, ...place };
  const hint = hintFor(message);
  return hint === undefined ? problem : { ...problem, hint };
}

/** The first place in the code itself: those of the prelude, and of the line above the code, mean nothing to its author. */
export function placeIn(stack: string): Pick<GuestProblem, 'line' | 'column'> {
  for (const [, line, column] of stack.matchAll(/\bcode:(\d+):(\d+)/g)) {
    if (Number(line) > 1) return { line: Number(line) - 1, column: Number(column) };
  }
  return {};
}

const outside =
  /'?(fetch|process|require|setTimeout|setInterval|setImmediate|Buffer|XMLHttpRequest|Deno)'? is not defined/;

function hintFor(message: string): string | undefined {
  const name = outside.exec(message)?.[1];
  if (name === undefined) return undefined;
  return `Code has no network, files, modules or timers, so there is no ${name}: name a tool in "tools" and await tools.NAME(args).`;
}
