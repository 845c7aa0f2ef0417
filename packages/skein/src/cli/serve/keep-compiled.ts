import * as nodeModule from 'node:module';

/**
 * Writes down what Node has compiled so far. It would do so by itself only at an orderly end: a server that is always killed would compile
 * everything anew at every start, which takes as long as all the rest of the start.
 */
export function keepCompiled(): void {
  // Only from Node 22.10 on, and nothing where the cache is off.
  nodeModule.flushCompileCache?.();
}
