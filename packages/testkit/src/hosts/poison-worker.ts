// Workers that die of what they call, one after another at one address.
import { admin, createRestateEngine, type WorkerOptions } from '@skein/restate';
import { checkJsonSchema, nativeNodeTypes } from '@skein/agents';
import type { Engine } from '@skein/engine';
import { openStore } from '@skein/stores';
import { freshPostgres } from '../servers/fresh-database.ts';
import { freshNamespace } from '../servers/fresh-namespace.ts';
import { ForkedProcess } from '../servers/forked-process.ts';
import { hostFile } from '../servers/host-file.ts';
import type { RestateDoors } from '../servers/restate-server.ts';
import { freePort } from '../servers/server-process.ts';

export interface PoisonOrder {
  readonly url: string;
  readonly place: Pick<WorkerOptions, 'ingressUrl' | 'namespace' | 'port'>;
  readonly isMended: boolean;
}

export interface PoisonWorld {
  readonly engine: Engine;
  /** Starts a worker; resolves with the promise of its end. */
  work(isMended: boolean): Promise<{ readonly ended: Promise<unknown> }>;
  close(): Promise<void>;
}

/** Has the functions `poison`, which kills its worker unless that is mended, and `healthy`. */
export async function poisonWorld(
  postgres: string,
  { ingressUrl, adminUrl }: RestateDoors,
): Promise<PoisonWorld> {
  const database = await freshPostgres(postgres);
  const store = await openStore(database.url);
  const place = { ingressUrl, namespace: freshNamespace(), port: await freePort() };
  const nodeTypes = nativeNodeTypes({ functions: new Map() });
  const given = { nodeTypes, checkSchema: checkJsonSchema, store };
  const engine = await createRestateEngine({ ...place, engine: given });
  const workers: ForkedProcess<PoisonOrder, object>[] = [];
  let registered: Promise<string> | null = null;
  return {
    engine,
    async work(isMended) {
      const worker = new ForkedProcess<PoisonOrder, object>(
        hostFile('packages/testkit/src/hosts/poison-worker-main.ts'),
      );
      workers.push(worker);
      await worker.ask({ url: database.url, place, isMended });
      await (registered ??= admin(adminUrl).register(`http://127.0.0.1:${place.port}`));
      return { ended: worker.ended };
    },
    async close() {
      for (const { child } of workers) child.kill('SIGKILL');
      await engine.close();
      await store.close();
      await database.drop();
    },
  };
}
