// Preloaded into every process that runs test files: Node itself loads the sources there
// Vitest makes a module runner of Vite all the same. It runs nothing, but asks at its start how many lines stand before the body of a
// function that is made from a text, which these processes forbid. So it is told; whoever asks later gets the real constructor.
// Vitest loads test files and setup files anew by the time in their addresses. What Node keeps of compiled files would then never be
// used, and grow with every run; so they get the number of the load in place of the time.
import { registerHooks, type ResolveFnOutput, type ResolveHookSync } from 'node:module';
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
  // Now, because hooks that are registered later see what the earlier ones have resolved to.
  registerHooks({ resolve: numberLoads });
  const text = `async function anonymous(${words.slice(0, -1).join(',')}\n) {\n${words.at(-1)}\n}`;
  return { toString: () => text };
}

const timeMark = /\?vitest=(\d+)$/;
const loads = new Map<string, number>();

function numberLoads(...[specifier, context, next]: Parameters<ResolveHookSync>): ResolveFnOutput {
  const found = next(specifier, context);
  const time = timeMark.exec(found.url)?.[1];
  if (time === undefined) return found;
  const file = found.url.replace(timeMark, '');
  const load = (loads.get(file) ?? 0) + 1;
  loads.set(file, load);
  // As long as the time: in stack traces Vitest removes as many digits.
  return { ...found, url: `${file}?vitest=${String(load).padStart(time.length, '0')}` };
}
