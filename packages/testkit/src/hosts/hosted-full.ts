import type { Engine } from '@skein/engine';
import type { Store } from '@skein/ports';
import { admin, createRestateEngine, startWorker } from '@skein/restate';
import { fullOptions, type FullWorld } from '../crash/full-world.ts';
import { freshNamespace } from '../servers/fresh-namespace.ts';
import type { RestateDoors } from '../servers/restate-server.ts';

/** W-full on Restate with a worker in this process, whose store is that of the world. */
export function hostedFull(
  { ingressUrl, adminUrl }: RestateDoors,
  store: Store,
): (world: FullWorld) => Promise<Engine> {
  return async (world) => {
    const place = { ingressUrl, namespace: freshNamespace() };
    const onProblem = (error: unknown) => {
      // A cancelled call is cut off, and Restate's own package logs it.
      if (!String(error).includes('Got abort error from connection')) world.onProblem(error);
    };
    const options = fullOptions({ ...world, onProblem });
    const worker = await startWorker({ ...place, engine: { ...options, store: world.store } });
    await admin(adminUrl).register(`http://127.0.0.1:${worker.port}`);
    const engine = await createRestateEngine({ ...place, engine: { ...options, store } });
    return {
      ...engine,
      async close() {
        await engine.close();
        await worker.close();
      },
    };
  };
}
