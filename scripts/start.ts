// `npm start`: builds the studio where it is missing or outdated, then serves it with the API, in this very process. Without the
// studio the API is served nevertheless.
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { buildWeb } from './build-web.ts';

buildWeb();
const program = path.join(path.dirname(import.meta.dirname), 'packages/skein/bin/skein.mjs');
process.argv.splice(1, 1, program, 'serve');
await import(pathToFileURL(program).href);
