import type { Json, RunId } from '@skein/kernel';
import { resultOf, type RunHost, type Started } from '@skein/engine';
import type { Ingress } from '../clients/ingress.ts';
import { ownerName } from '../messages/names.ts';

/** Forwards commands to the runs on Restate. */
export function restateHost(ingress: Ingress): RunHost {
  // Messages and answers are plain JSON; their interfaces merely lack an index signature that says so.
  const call = async (run: RunId, handler: string, body: unknown) =>
    resultOf(await ingress.call(run, handler, body as Json)) as unknown;
  return {
    owner: ownerName,
    start: async (run, begun) => (await call(run, 'start', begun)) as Started,
    send: async (run, command) => (await call(run, command.do, command)) as Json,
    deliver: async (event) =>
      (await call(event.run, 'deliver', event)) as {
        readonly delivered: number;
        readonly kept: boolean;
      },
    async release(run) {
      await call(run, 'release', null);
    },
    async wake(run) {
      await call(run, 'wake', null);
    },
  };
}
