// Preloaded into every process that runs test files: Node itself loads the sources there
// Vitest makes a module runner of Vite all the same. It runs nothing, but asks at its start how many lines stand before the body of a
// function that is made from a text, which these processes forbid. So it is told; whoever asks later gets the real constructor.
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

// Processes that are forked inherit the options.
const given = process.execArgv.indexOf(`--import=${import.meta.url}`);
if (given !== -1) process.execArgv.splice(given, 1);

const functions: object = Object.getPrototypeOf(async () => {});
const real = Object.getOwnPropertyDescriptor(functions, 'constructor');
if (isMainThread && real !== undefined)
  Object.defineProperty(functions, 'constructor', { ...real, value: describeFunction });

/** The text of what `new AsyncFunction(…)` would make. */
function describeFunction(...words: readonly string[]): { readonly toString: () => string } {
  if (real !== undefined) Object.defineProperty(functions, 'constructor', real);
  const text = `async function anonymous(${words.slice(0, -1).join(',')}\n) {\n${words.at(-1)}\n}`;
  return { toString: () => text };
}
