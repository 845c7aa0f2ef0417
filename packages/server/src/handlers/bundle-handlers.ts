// Runs as documents: to archive, to move elsewhere, to replay in tests.
import type { AnswerOf, JsonObject } from '@skein/api';
import { claimBundle } from '@skein/engine';
import { checkEnded } from '../features/waits/past-answers.ts';
import { whose } from '../identity/identity.ts';
import { audit } from '../records/audit.ts';
import type { HandlersOf } from './handler.ts';

export const bundleHandlers: HandlersOf<'bundle'> = {
  async exportRun({ params, services }) {
    const bundle = await services.engine.runs.export(params.id);
    // A bundle is plain JSON; the contract lists only what all bundles have.
    return { body: bundle as unknown as AnswerOf<'exportRun'> };
  },
  async importRuns({ query, body, identity, services }) {
    const { ids } = query;
    const bundle = claimBundle(body, { ids, ...whose(identity) });
    checkEnded(bundle, identity);
    const { id, runs } = await services.engine.runs.import(bundle, { ids, by: identity.user });
    await audit(services, identity, { action: 'run.import', subject: id, data: { runs } });
    return { body: { id, runs: [...runs] } };
  },
  async getCassette({ params, services }) {
    const { cassette, unknown } = await services.recordCassette(params.id);
    return { body: { cassette: cassette as JsonObject, unknown: [...unknown] } };
  },
};
