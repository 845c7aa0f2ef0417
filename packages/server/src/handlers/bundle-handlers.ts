// Runs as documents: to be kept, taken elsewhere, or played again.
import type { AnswerOf, JsonObject } from '@skein/api';
import { claimBundle } from '@skein/engine';
import { whose } from '../identity/identity.ts';
import { ownRun } from '../features/runs/own-run.ts';
import { audit } from '../records/audit.ts';
import type { Handlers } from './handler.ts';

export const bundleHandlers: Pick<Handlers, 'exportRun' | 'importRuns' | 'getCassette'> = {
  async exportRun({ params, identity, services }) {
    await ownRun(services, identity, params.id);
    const bundle = await services.engine.runs.export(params.id);
    // A bundle is plain JSON; the contract says only what all of them have.
    return { body: bundle as unknown as AnswerOf<'exportRun'> };
  },
  async importRuns({ query, body, identity, services }) {
    const { ids } = query;
    const bundle = claimBundle(body, { ids, ...whose(identity) });
    const { id, runs } = await services.engine.runs.import(bundle, { ids });
    await audit(services, identity, { action: 'run.import', subject: id, data: { runs } });
    return { body: { id, runs: [...runs] } };
  },
  async getCassette({ params, identity, services }) {
    await ownRun(services, identity, params.id);
    const { cassette, unknown } = await services.recordCassette(params.id);
    return { body: { cassette: cassette as JsonObject, unknown: [...unknown] } };
  },
};
