import type { ServerAnswer } from '@skein/testkit';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly skeinServers: string;
  }
}

// Asked for by hand: the testkit would load the drivers of all databases into every file.

/** The browser of this test run. */
export function sharedBrowser(): Promise<ServerAnswer> {
  return ask('browser');
}

/** The path of the `skein` command of this test run. */
export async function sharedProgram(): Promise<string> {
  const answer = await ask('program');
  if ('missing' in answer) throw new Error(answer.missing);
  return answer.url;
}

async function ask(kind: string): Promise<ServerAnswer> {
  const response = await fetch(`${inject('skeinServers')}/${kind}`);
  return (await response.json()) as ServerAnswer;
}
