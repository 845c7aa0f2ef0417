// Messages without a server
// An engine that opened its store itself delivers the messages in it, as a server does. The server room is loaded only when there
// is somebody to tell, or links to make.
import { randomUUID } from 'node:crypto';
import { drainMsDefault, type Engine } from '@skein/engine';
import { tellProblem, type EngineStore, type ServerRecords } from '@skein/ports';
import type { AnswerLinks, OutboxOptions, Sealer } from '@skein/server';
import type { CreateEngineOptions } from '../config/engine-options.ts';

type LinkOptions = Pick<CreateEngineOptions, 'links' | 'clock'>;

/** Undefined when no server serves them. */
export async function linksOf({ links, clock }: LinkOptions): Promise<AnswerLinks | undefined> {
  if (links === undefined) return undefined;
  const { answerLinks } = await import('@skein/server');
  const place = links.url.replace(/\/+$/u, '');
  return answerLinks(links.secretKey, { clock: clock ?? Date, place: () => place });
}

export async function deliverWith(
  engine: Engine,
  store: EngineStore,
  given: {
    readonly options: CreateEngineOptions;
    readonly delivery: OutboxOptions | undefined;
    /** Opens where those who follow tasks want to be told. */
    readonly sealer: Sealer | undefined;
  },
): Promise<Engine> {
  const { options, delivery } = given;
  // Whoever leaves the runs of others alone leaves their messages alone, too.
  const isKeeper = typeof options.store === 'string' && options.durable?.recovers !== false;
  if (delivery === undefined || !isKeeper || !hasOutbox(store)) return engine;
  const { outboxDelivery, taskPushes } = await import('@skein/server');
  const { clock = Date } = options;
  const onProblem = tellProblem(options, () => {});
  const links = (await linksOf(options)) ?? null;
  const place = () => options.links?.url ?? 'skein';
  const services = { engine, records: store, links, clock, place, onProblem };
  const { sealer } = given;
  const pushes =
    sealer === undefined ? null : taskPushes({ ...services, sealer, newId: randomUUID }, delivery);
  const told = pushes === null ? delivery : { ...delivery, pushes };
  const delivering = outboxDelivery(services, told, randomUUID());
  delivering.start();
  return {
    ...engine,
    async close(given) {
      delivering.leave();
      const stopped = delivering.stop(given?.drainMs ?? drainMsDefault);
      await Promise.all([engine.drain(given), stopped]);
      await engine.close(given);
    },
  };
}

function hasOutbox(store: EngineStore): store is EngineStore & Pick<ServerRecords, 'outbox'> {
  return 'outbox' in store;
}
