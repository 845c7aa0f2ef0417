// What went wrong in Python, as people are told.
import { withoutUndefined } from '@skein/ports';
import type { CodeLimits } from './code-limits.ts';
import { NotJson } from './from-python.ts';
import { guestProblem } from './guest-problem.ts';
import type { GuestProblem } from './thread-messages.ts';

/** An error of the interpreter. */
interface PythonError extends Error {
  readonly exception?: { readonly typeName: string; readonly message: string };
  readonly traceback?: () => readonly { readonly line: number; readonly column: number }[];
}

export function pythonProblem(error: unknown, { cpuMs, memoryMb }: CodeLimits): GuestProblem {
  if (error instanceof NotJson) {
    return {
      code: 'CODE_OUTPUT',
      message: `What the code gave ${error.message}.`,
      hint: 'The value of the last line must be JSON: dict with str keys, list, str, int, float, bool or None.',
    };
  }
  // Whatever else was thrown has no such properties.
  const { exception, message, traceback } = error as PythonError;
  const place = traceback?.call(error).at(-1);
  const at = withoutUndefined({ line: place?.line, column: place?.column });
  const { typeName } = exception ?? { typeName: '' };
  if (typeName === 'TimeoutError') return { ...guestProblem.timeout(cpuMs), ...at };
  if (typeName === 'MemoryError') {
    const limit = `The code used more than ${memoryMb} MB of memory.`;
    return { code: 'CODE_MEMORY', message: limit, ...at };
  }
  if (typeName === 'RecursionError') return { ...guestProblem.noStack, ...at };
  const isMissing = typeName === 'NotImplementedError' || typeName === 'ModuleNotFoundError';
  const hint = isMissing ? lacks : undefined;
  return { code: 'CODE_THREW', message, ...at, ...withoutUndefined({ hint }) };
}

const lacks = 'Only a part of Python is there: no classes, and hardly any of the standard library.';
