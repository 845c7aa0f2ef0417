// `npm start`: builds the studio where it is missing or outdated, then serves it with the API. Without the studio the API is
// served nevertheless.
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { buildWeb } from './build-web.ts';

buildWeb();
const program = path.join(path.dirname(import.meta.dirname), 'packages/skein/bin/skein.mjs');
const child = spawn(process.execPath, [program, 'serve', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // A terminal sends Ctrl-C to the child as well; a second one would mean "stop at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
