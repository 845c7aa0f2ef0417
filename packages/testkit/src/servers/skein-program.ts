// The `skein` command that load and attacks are tried on: in a test run the built one of that run, else the sources.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { ServerAnswer } from './server-answer.ts';

/** Where the shared servers of a test run are asked for; set by its main process, for code that also runs outside of tests. */
export const testServersVariable = 'SKEIN_TEST_SERVERS';

export async function skeinProgram(): Promise<string> {
  const servers = process.env[testServersVariable];
  if (servers === undefined)
    return fileURLToPath(new URL('../../../skein/bin/skein.mjs', import.meta.url));
  // The shared servers say so.
  const answer = (await (await fetch(`${servers}/program`)).json()) as ServerAnswer;
  if ('missing' in answer) throw new Error(answer.missing);
  return answer.url;
}
