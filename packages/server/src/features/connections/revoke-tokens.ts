import type { Connection } from './connection-settings.ts';
import type { Connections } from './connections.ts';
import { openClient } from './token-endpoint.ts';

/** Forgets the tokens of a user, and tells the service where it can be told. False when there are none. */
export async function revokeTokens(
  connections: Connections,
  connection: Connection,
  user: string,
): Promise<boolean> {
  const tokens = await connections.tokens(connection.id, user);
  const isGone = await connections.forget({ connection: connection.id, user });
  if (tokens === undefined) return isGone;
  try {
    const client = await openClient(connection);
    if (client.serverMetadata().revocation_endpoint === undefined) return isGone;
    const { tokenRevocation } = await import('openid-client');
    await tokenRevocation(client, tokens.refreshToken ?? tokens.accessToken);
  } catch {
    // A service that cannot be reached keeps them; here they are gone in any case.
  }
  return isGone;
}
