import type { ServerAnswer } from '@skein/testkit';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly skeinServers: string;
  }
}

/** The browser of this test run. Asked for by hand: the testkit would load the drivers of all databases into every file. */
export async function sharedBrowser(): Promise<ServerAnswer> {
  const response = await fetch(`${inject('skeinServers')}/browser`);
  return (await response.json()) as ServerAnswer;
}
