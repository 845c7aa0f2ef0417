// Until somebody has signed in
// The work is done; if it needs an account that is not there, the run waits for a sign-in, and the work is done again.
//
// U1. The work is a step under a key of its own, the same in every round, and records nothing when it needs a sign-in: a call after a
//     crash finds what the last round recorded, and does not make it again.
// U2. Questions have keys too, one for each round: whatever was answered before a crash is not asked again.
import type { NodeIo } from '@skein/ports';
import { neededSignIn, signInQuestion } from './sign-in-needed.ts';

/** Somebody who answers without signing in is asked again, but not for ever. */
const roundsMax = 20;

export async function untilSignedIn<T>(
  io: Pick<NodeIo, 'wait'>,
  key: string,
  work: (options: { readonly key: string }) => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await work({ key });
    } catch (error) {
      const needed = neededSignIn(error);
      if (needed === null || round > roundsMax) throw error;
      await io.wait(signInQuestion(needed), { key: `${key}/auth/${round}` });
    }
  }
}
