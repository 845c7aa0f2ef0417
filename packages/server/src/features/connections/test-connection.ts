// Whether the account of a user can be used now: a token that works, as far as the service can be asked.
import type { Connection } from './connection-settings.ts';
import type { Connections } from './connections.ts';

export interface TestedConnection {
  readonly ok: boolean;
  readonly message: string;
}

const timeoutMs = 20_000;

export async function testConnection(
  connections: Connections,
  connection: Connection,
  user: string,
): Promise<TestedConnection> {
  const access = await connections.access(connection.id, { user });
  if (access.state !== 'ready')
    return { ok: false, message: access.state === 'sign-in' ? access.why : 'There is none.' };
  if (connection.probe === undefined)
    return { ok: true, message: 'Signed in. The service offers no request to test it with.' };
  const first = await probe(connection, access.token);
  if (first !== 401) return tested(first);
  const again = await connections.access(connection.id, { user, refused: access.token });
  if (again.state !== 'ready') return { ok: false, message: 'The last sign-in has ended.' };
  return tested(await probe(connection, again.token));
}

async function probe({ probe: url = '', ways }: Connection, token: string): Promise<number> {
  const { probeHeaders = {} } = ways;
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...probeHeaders, authorization: `Bearer ${token}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

function tested(status: number): TestedConnection {
  if (status >= 200 && status < 300) return { ok: true, message: 'The service takes the token.' };
  return {
    ok: false,
    message:
      status === 0 ? 'The service did not answer.' : `The service answered with status ${status}.`,
  };
}
