import { compareRuns, type AnswerOf, type JsonObject } from '@skein/api';
import type { Engine, ForkOptions, ReplayOptions } from '@skein/engine';
import { EngineError } from '@skein/ports';
import { eventStream } from '../features/runs/event-stream.ts';
import { readCalls } from '../features/runs/read-calls.ts';
import { audit } from '../records/audit.ts';
import { detailsOf } from '../features/runs/listing/run-details.ts';
import { searchRuns } from '../features/runs/listing/search-runs.ts';
import { isAside, markTrial } from '../features/runs/trials/trial-runs.ts';
import { noteStudio } from '../features/runs/note-studio.ts';
import { outputJson } from '../features/runs/output-json.ts';
import { isSetAside, refuseSetAside, storedRun } from '../features/runs/stored-run.ts';
import { checkNotImported, countsFor } from '../features/waits/past-answers.ts';
import { within } from '../features/runs/within.ts';
import { withOwner } from '../features/runs/with-owner.ts';
import { checkScope, whose } from '../identity/identity.ts';
import { cancelRuns } from './cancel-runs.ts';
import type { HandlersOf } from './handler.ts';
import { statusFilter, toRunItem } from './run-item.ts';

export const runHandlers: HandlersOf<'run'> = {
  async listRuns({ query, identity, services }) {
    const { in: place, details, trials, ...rest } = query;
    const filter = { ...statusFilter(rest), user: identity.owner };
    const { items, nextCursor } = await searchRuns(services, filter, {
      text: place === 'content' ? filter.q : undefined,
      accepts: ({ workflow }) => trials !== 'false' || !isAside(workflow.id),
    });
    if (details !== 'true') return { body: { items: items.map(toRunItem), nextCursor } };
    const detailed = await detailsOf(services, items);
    return { body: { items: items.map((each) => detailed(each, toRunItem(each))), nextCursor } };
  },
  async deleteRun({ params, identity, services }) {
    await services.engine.runs.delete(params.id);
    await audit(services, identity, { action: 'run.delete', subject: params.id });
    return { body: undefined };
  },
  async getRunResponse({ params, query, services, signal, checkAccess }) {
    const { runs } = services.engine;
    const waitMs = (query.wait ?? 0) * 1000;
    const response = await within(runs.responded(params.id), waitMs, [signal, services.closing]);
    checkAccess();
    return { status: response === null ? 202 : 200, body: { run_id: params.id, response } };
  },
  cancelRuns,
  async getRun({ params, query, owned, services }) {
    const { view, rebuild } = query;
    const { runs } = services.engine;
    if (rebuild !== 'true' && (await isSetAside(services.engine, owned.id))) {
      if (view !== undefined && view !== 'native') await refuseSetAside(services.engine, owned.id);
      return { body: await storedRun(services.engine, owned.id) };
    }
    if (view === undefined || view === 'native') return { body: await readRun(runs, params.id) };
    return { body: await runs.view(params.id, view) };
  },
  async getInstance({ params, identity, owned, services }) {
    await refuseSetAside(services.engine, owned.id);
    return { body: withOwner(await services.engine.runs.view(params.id), identity) };
  },
  runEvents({ owned, query, headers, services, signal, disconnect }) {
    const tree = query.tree === 'true';
    const after = afterOf(headers['last-event-id'], tree) ?? query.after ?? 0;
    return eventStream({ services, record: owned.id, after, tree, signal, disconnect });
  },
  async runJournal({ params, query, services }) {
    const { after, limit } = query;
    const rows = await services.engine.runs.journal(params.id, { after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      body: {
        // Rows are JSON: that is how they are stored.
        items: shown as unknown as JsonObject[],
        nextCursor: last === undefined ? null : String(last.seq),
      },
    };
  },
  async explainNode({ params, query, owned, services }) {
    await refuseSetAside(services.engine, owned.id);
    const explanation = await services.engine.runs.explain(params.id, query.node);
    return { body: { ...explanation, words: [...explanation.words] } };
  },
  async runCalls({ params, query, owned, services }) {
    await refuseSetAside(services.engine, owned.id);
    return { body: await readCalls(services.engine.runs, params.id, query.node) };
  },
  async cancelRun({ params, body, owned, services }) {
    const { engine } = services;
    const isAside = await isSetAside(engine, owned.id);
    await engine.runs.cancel(params.id, body);
    if (isAside) return { body: await storedRun(engine, await engine.runs.record(params.id)) };
    return { body: await readRun(services.engine.runs, params.id) };
  },
  async releaseRun({ params, services }) {
    const { runs } = services.engine;
    await runs.release(params.id);
    return { body: toRunItem(await runs.record(params.id)) };
  },
  async retryNode({ params, body, identity, services }) {
    await checkNotImported(services.engine, identity, params.id);
    await services.engine.runs.retry(params.id, body.node);
    return { body: await readRun(services.engine.runs, params.id) };
  },
  async forkRun(asked) {
    const { params, headers, body, identity, services } = asked;
    const written = [body.definition, body.changes];
    if (written.some((each) => each !== undefined)) checkScope(identity, 'write');
    const key = headers['idempotency-key'];
    const { id, reused, left } = await services.engine.runs.fork(params.id, {
      // Bodies come from JSON: optional keys are absent, never undefined.
      ...(body as ForkOptions),
      ...whose(identity),
      mayAnswer: countsFor(identity),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    });
    await noteStudio(asked, id);
    // What is left is a list of plain records.
    const rows = left as unknown as JsonObject[];
    return { body: { run_id: id, instance_id: id, reused, left: rows } };
  },
  async replayRun({ params, body, identity, services }) {
    const { definition, prompt, config } = body.with ?? {};
    const written = [definition, prompt, config];
    if (written.some((each) => each !== undefined)) checkScope(identity, 'write');
    // Bodies come from JSON: optional keys are absent, never undefined.
    const given = body as ReplayOptions;
    const mayAnswer = countsFor(identity);
    const report = await services.engine.runs.replay(params.id, { ...given, mayAnswer });
    // A report is plain JSON; the contract lists only what all reports have.
    return { body: report as unknown as AnswerOf<'replayRun'> };
  },
  async diffRuns({ params, owned, services }) {
    const { runs } = services.engine;
    for (const record of [owned.a, owned.b]) await refuseSetAside(services.engine, record);
    const differences = compareRuns(await runs.get(params.a), await runs.get(params.b));
    return { body: { equal: differences.length === 0, differences: [...differences] } };
  },
  getOutput: ({ owned }) => ({ body: outputJson(owned.id) }),
};

type RunAnswer = AnswerOf<'cancelRun'>;

export async function readRun(runs: Engine['runs'], id: string): Promise<RunAnswer> {
  // The engine's form of a run is the one that the contract describes; there it is readonly.
  return markTrial((await runs.get(id)) as unknown as RunAnswer);
}

function afterOf(header: string | undefined, tree: boolean): number | string | undefined {
  if (header === undefined || header === '') return undefined;
  if (tree) return header;
  if (/^\d{1,15}$/.test(header)) return Number(header);
  const message = 'must be the number of a row';
  throw new EngineError('REQUEST_INVALID', {
    complaints: [{ in: 'header', pointer: '/last-event-id', message }],
  });
}
