// Signals on PostgreSQL
// One channel for all signals, because only signals that somebody waits for are sent. A dedicated connection listens; it is
// opened for the first listener, and reopened when it breaks.
import type { SignalStore } from '@skein/ports';
import { Client, type Pool } from 'pg';

const channel = 'skein_signals';
/** PostgreSQL accepts less than 8000 bytes. */
const bytesMax = 7900;
const againMs = 1000;

export interface PostgresSignals extends SignalStore {
  close(): Promise<void>;
}

export function postgresSignals(url: string, pool: Pool): PostgresSignals {
  const listeners = new Set<(text: string) => void>();
  let connected: Promise<Client> | null = null;
  let again: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: url, keepAlive: true });
    client.on('notification', ({ payload = '' }) => {
      for (const listener of listeners) listener(payload);
    });
    client.on('error', () => {});
    client.on('end', () => {
      connected = null;
      if (!isClosed && listeners.size > 0) again = setTimeout(reconnect, againMs).unref();
    });
    await client.connect();
    await client.query(`listen ${channel}`);
    return client;
  };
  const reconnect = () => {
    connected ??= connect();
    connected.catch(() => {
      connected = null;
      if (!isClosed) again = setTimeout(reconnect, againMs).unref();
    });
  };
  return {
    bytesMax,
    async send(text) {
      await pool.query('select pg_notify($1, $2)', [channel, text]);
    },
    async listen(listener) {
      listeners.add(listener);
      if (connected === null) reconnect();
      await connected;
      return () => listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      clearTimeout(again);
      const client = await connected?.catch(() => null);
      await client?.end();
    },
  };
}
