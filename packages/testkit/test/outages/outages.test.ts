// Goal: a database that is stopped and started again, and a wire that drops, delays or swallows what goes over it, cost time
// and nothing else. Method: many short runs on real servers meanwhile.
import type { Store } from '@skein/ports';
import { openStore } from '@skein/stores';
import {
  freshMysql,
  freshPostgres,
  outageLoad,
  startMariadb,
  startPostgres,
  tcpProxy,
  type TcpProxy,
  testServer,
} from '@skein/testkit';
import { describe, expect, it, vi, type TestContext } from 'vitest';

const sharing = { pollMs: 200, leaseMs: 3000 };
const durable = { sharing };
const kinds = [
  { name: 'PostgreSQL', start: startPostgres, fresh: freshPostgres, kind: 'postgres' },
  { name: 'MariaDB', start: startMariadb, fresh: freshMysql, kind: 'mysql' },
] as const;

// Most of the time they wait for something, so they do it together.
describe.each(kinds)('outages of $name', { concurrent: true }, ({ start, fresh, kind }) => {
  /** A database of the shared server, behind a wire that can be troubled. */
  async function overProxy(
    skip: TestContext['skip'],
    use: (proxy: TcpProxy) => Promise<void>,
  ): Promise<void> {
    const shared = await testServer(kind);
    if ('missing' in shared) skip('there is no such server here');
    const database = await fresh('url' in shared ? shared.url : '');
    const proxy = await tcpProxy(database.url);
    try {
      await use(proxy);
    } finally {
      await proxy.close();
      await database.drop();
    }
  }

  it('C8 [S40] the server is stopped and started again under load: exact results, the pool recovers', async ({
    skip,
  }) => {
    if ('missing' in (await testServer(kind))) skip('there is no such server here');
    const server = await start();
    try {
      const database = await fresh(server.url);
      const store = await openStore(database.url);
      const load = { store, runs: 60, steps: 6, stepMs: 150, durable };
      const result = await outageLoad(load, async () => {
        for (const signal of ['SIGKILL', 'SIGINT', 'SIGKILL'] as const) {
          await pause(700);
          await server.restart(kind === 'mysql' && signal === 'SIGINT' ? 'SIGTERM' : signal, 300);
        }
      });
      expect(result).toMatchObject({ wrong: [], completed: 60, problems: [] });
      // It is well again.
      await untilHealthy(store);
      await store.close();
    } finally {
      await server.stop();
    }
  });

  it('C8 [S40] a wire that breaks, delays and swallows: exact results, and no connection is waited for for ever', async ({
    skip,
  }) => {
    await overProxy(skip, async (proxy) => {
      const store = await openStore(`${proxy.url}?query_timeout=5000`);
      const load = { store, runs: 60, steps: 6, stepMs: 100, durable };
      const result = await outageLoad(load, async () => {
        proxy.set('delay', 30);
        await pause(800);
        proxy.cut();
        await pause(400);
        proxy.set('half-open');
        await pause(800);
        proxy.set('pass');
        await pause(800);
        proxy.set('drop');
        await pause(600);
        proxy.set('pass');
      });
      expect(result).toMatchObject({ wrong: [], completed: 60, problems: [] });
      await untilHealthy(store);
      await store.close();
    });
  });

  it('C8 [S41] a hundred starts at once over a slow wire: they wait for their turn, and the lease is renewed meanwhile', async ({
    skip,
  }) => {
    await overProxy(skip, async (proxy) => {
      const store = await openStore(proxy.url);
      let renewals = 0;
      const renew: typeof store.leases.renew = async (owner, until) => {
        await store.leases.renew(owner, until);
        renewals += 1;
      };
      proxy.set('delay', 100);
      const watched = { ...store, leases: { ...store.leases, renew } };
      const load = { store: watched, runs: 100, steps: 2, stepMs: 1, durable };
      const result = await outageLoad(load, async () => {
        // Nothing hurries the starts before that, so it is renewed while they go over the slow wire.
        const before = renewals;
        while (renewals < before + 2) await pause(50);
        proxy.set('pass');
      });
      expect(result).toMatchObject({ wrong: [], completed: 100, refused: 0 });
      await store.close();
    });
  });
});

/** A query that a busy machine is too slow for is no damage. */
async function untilHealthy(store: Store): Promise<void> {
  await vi.waitFor(async () => expect((await store.check()).isHealthy).toBe(true), 60_000);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
