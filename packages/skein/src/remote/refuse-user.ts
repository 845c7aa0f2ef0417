import { EngineError } from '@skein/ports';

/** A key belongs to one user, and every request with it is about that user: ignoring another name would answer a question that nobody asked. */
export function refuseUser(user: string | undefined, what: string): void {
  if (user === undefined) return;
  throw new EngineError(
    'USAGE',
    { complaint: `A server ${what} for the user whose key is used, not for "${user}".` },
    {
      hint: 'Leave the user out and use the key of that user (SKEIN_KEY), or work on the store directly.',
    },
  );
}
