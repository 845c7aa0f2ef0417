// Preloaded into a program of a test, with the folder of the built package in its address: what the program imports of `skein` is the
// built library, and the command at its path in the repository is the built one.
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = new URL(import.meta.url).searchParams.get('folder') ?? '';
const built = (file: string) => pathToFileURL(path.join(folder, file)).href;
const library = new Map([
  ['skein', built('dist/index.js')],
  ['skein/client', built('dist/client.js')],
  ['skein/testing', built('dist/testing.js')],
  ['skein/pipelines', built('dist/pipelines.js')],
]);

registerHooks({
  resolve(specifier, context, next) {
    const url = library.get(specifier);
    if (url !== undefined) return { url, shortCircuit: true };
    const found = next(specifier, context);
    const isCommand = found.url.endsWith('/packages/skein/bin/skein.mjs');
    return isCommand ? { ...found, url: built('bin/skein.mjs') } : found;
  },
});
