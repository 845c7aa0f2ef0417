// Runs as documents: to archive, to move elsewhere, to replay in tests.
import type { AnswerOf, JsonObject } from '@skein/api';
import { claimBundle } from '@skein/engine';
import type { FileAbout } from '@skein/ports';
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
  async listRunFiles({ params, services }) {
    return { body: { items: [...(await services.engine.runs.files(params.id))] } };
  },
  async getRunFile({ params, services }) {
    const file = await services.engine.runs.file(params.id, params.file);
    return new Response(ReadableStream.from(file.bytes()), { headers: fileHeaders(file) });
  },
  async getCassette({ params, services }) {
    const { cassette, unknown } = await services.recordCassette(params.id);
    return { body: { cassette: cassette as JsonObject, unknown: [...unknown] } };
  },
};

/** Whatever it is, it is saved and not shown: it came from elsewhere, and this is the origin of the studio. */
function fileHeaders({ name, size }: FileAbout): Record<string, string> {
  const plain = name.replaceAll(/[^\w.() -]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'content-length': String(size),
    'cache-control': 'no-store',
  };
}
