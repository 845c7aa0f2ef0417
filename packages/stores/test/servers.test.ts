// Goal: what only servers can do: be unavailable, come back, be shared by processes that start together, be too new. Method: the
// real ones, and a proxy that cuts the line.
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { runId, versionId, workflowId, type RunEvent } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { openStore } from '@skein/stores';
import { freshMysql, freshPostgres, testServer } from '@skein/testkit';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

const kinds = [
  { kind: 'postgres', fresh: freshPostgres },
  { kind: 'mysql', fresh: freshMysql },
] as const;

const row = (seq: number) =>
  ({ type: 'step.recorded', seq, at: seq, id: `e${seq}`, key: 'k' }) as RunEvent;
const begin = async (store: Store, run: string) =>
  store.runs.append(runId(run), 0, [row(1)], {
    created: { workflow: { id: workflowId('w'), version: versionId('v') }, depth: 0 },
    status: 'running',
  });

describe.each(kinds)('$kind as a server', async ({ kind, fresh }) => {
  const server = await testServer(kind);
  const database = 'url' in server ? await fresh(server.url) : undefined;
  const opened: Store[] = [];
  const open = async (url = database?.url ?? '') => {
    const store = await openStore(url);
    opened.push(store);
    return store;
  };
  beforeEach(({ skip }) => {
    skip('missing' in server, 'missing' in server ? server.missing : '');
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  afterAll(() => database?.drop());

  it('[S25] several processes that start at once on an empty database make its tables once', async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => open()));
    for (const [i, store] of stores.entries()) await begin(store, `first ${i}`);
    expect((await stores[0]?.runs.list({}))?.items).toHaveLength(4);
  });

  it('[S23] a newer schema is refused; a migration that was cut off is finished at the next start', async () => {
    await (await open()).close();
    opened.splice(0);
    await database?.run("update skein_meta set value = '999' where name = 'schema'");
    await expect(openStore(database?.url ?? '')).rejects.toMatchObject({ code: 'STORE_VERSION' });
    await database?.run(
      "delete from skein_meta where name = 'schema'; drop table skein_inbox; drop table skein_workflow_edges",
    );
    const store = await open();
    expect(await store.check()).toMatchObject({ isHealthy: true });
    await begin(store, 'after migration');
    await store.inbox.put({ id: 'c', run: runId('after migration'), command: 1 });
  });

  it('[S25] says that it is unavailable, and continues by itself when it is back', async () => {
    const line = await cuttable(database?.url ?? '');
    const store = await open(line.url);
    await begin(store, 'r');
    line.cut();
    const append = async () => store.runs.append(runId('r'), 1, [row(2)]);
    await expect(append()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect((async () => store.runs.get(runId('r')))()).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    expect(await store.check()).toMatchObject({ isHealthy: false });
    line.mend();
    await append();
    expect(await store.runs.journal(runId('r'))).toEqual([row(1), row(2)]);
    await store.close();
    opened.splice(0);
    line.close();
  });

  it('[S25] says that it cannot be reached at all, without its password', async () => {
    const url = new URL(database?.url ?? '');
    url.port = '1';
    url.password = 'secret';
    const failed = await openStore(url.toString()).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(JSON.stringify(failed)).not.toContain('secret');
  });
});

interface Line {
  readonly url: string;
  cut(): void;
  mend(): void;
  close(): void;
}

/** The same address through a proxy that can drop everyone and let nobody in. */
async function cuttable(url: string): Promise<Line> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  const proxy = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    if (isCut) client.destroy();
    else client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.port = String((proxy.address() as AddressInfo).port);
  const drop = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: through.toString(),
    cut() {
      isCut = true;
      drop();
    },
    mend() {
      isCut = false;
    },
    close() {
      drop();
      proxy.close();
    },
  };
}
