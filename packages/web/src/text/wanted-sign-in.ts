/**
 * What a server that cannot be used says about signing in: the connection that nobody is signed in to, an empty text where
 * it wants a sign-in and has no connection yet, null where something else is wrong.
 */
export function wantedSignIn(error: string | null | undefined): string | null {
  if (typeof error !== 'string') return null;
  const [, connection] = /^The connection "([^"]+)" needs a sign-in/u.exec(error) ?? [];
  if (connection !== undefined) return connection;
  return /requires authorization|\b401\b/u.test(error) ? '' : null;
}
