import { compareRuns, type AnswerOf, type JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError } from '@skein/ports';
import { eventStream } from '../features/runs/event-stream.ts';
import { checkScope, whose } from '../identity/identity.ts';
import { withOwner } from '../features/runs/with-owner.ts';
import { outputJson } from '../features/runs/output-json.ts';
import { ownRun } from '../features/runs/own-run.ts';
import { cancelRuns } from './cancel-runs.ts';
import type { Handlers } from './handler.ts';
import { toRunItem } from './run-item.ts';

type RunHandlers = Pick<
  Handlers,
  | 'listRuns'
  | 'cancelRuns'
  | 'getRun'
  | 'getInstance'
  | 'runEvents'
  | 'runJournal'
  | 'explainNode'
  | 'cancelRun'
  | 'retryNode'
  | 'forkRun'
  | 'replayRun'
  | 'diffRuns'
  | 'getOutput'
>;

export const runHandlers: RunHandlers = {
  async listRuns({ query, identity, services }) {
    const { items, nextCursor } = await services.engine.runs.list({
      ...defined(query),
      user: identity.owner,
    });
    return { body: { items: items.map(toRunItem), nextCursor } };
  },
  cancelRuns,
  async getRun({ params, query, identity, services }) {
    await ownRun(services, identity, params.id);
    const { view } = query;
    const { runs } = services.engine;
    if (view === undefined || view === 'native') return { body: await readRun(runs, params.id) };
    return { body: await runs.view(params.id, view) };
  },
  async getInstance({ params, identity, services }) {
    await ownRun(services, identity, params.id);
    return { body: withOwner(await services.engine.runs.view(params.id), identity) };
  },
  async runEvents({ params, query, headers, identity, services, signal, disconnect }) {
    const record = await ownRun(services, identity, params.id);
    const after = afterOf(headers['last-event-id']) ?? query.after ?? 0;
    return eventStream({ services, record, after, signal, disconnect });
  },
  async runJournal({ params, query, identity, services }) {
    await ownRun(services, identity, params.id);
    const { after, limit } = query;
    const rows = (await services.store.runs.journal(params.id, after, limit + 1)) ?? [];
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
  async explainNode({ params, query, identity, services }) {
    await ownRun(services, identity, params.id);
    const explanation = await services.engine.runs.explain(params.id, query.node);
    return { body: { ...explanation, words: [...explanation.words] } };
  },
  async cancelRun({ params, body, identity, services }) {
    await ownRun(services, identity, params.id);
    await services.engine.runs.cancel(params.id, defined(body));
    return { body: await readRun(services.engine.runs, params.id) };
  },
  async retryNode({ params, body, identity, services }) {
    await ownRun(services, identity, params.id);
    await services.engine.runs.retry(params.id, body.node);
    return { body: await readRun(services.engine.runs, params.id) };
  },
  async forkRun({ params, headers, body, identity, services }) {
    await ownRun(services, identity, params.id);
    if (body.definition !== undefined) checkScope(identity, 'write');
    const key = headers['idempotency-key'];
    const { id, reused, left } = await services.engine.runs.fork(params.id, {
      // Absent keys are absent: the schema makes no others.
      ...(defined(body) as object),
      ...whose(identity),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    });
    // What is left is a list of plain records.
    const rows = left as unknown as JsonObject[];
    return { body: { run_id: id, instance_id: id, reused, left: rows } };
  },
  async replayRun({ params, body, identity, services }) {
    await ownRun(services, identity, params.id);
    const given = body.with;
    const written = [given?.definition, given?.prompt, given?.config];
    if (written.some((each) => each !== undefined)) checkScope(identity, 'write');
    // Absent keys are absent: the schema makes no others.
    const options = given === undefined ? {} : ({ with: defined(given) } as ReplayOptions);
    const report = await services.engine.runs.replay(params.id, options);
    // A report is plain JSON; the contract says only what all of them have.
    return { body: report as unknown as AnswerOf<'replayRun'> };
  },
  async diffRuns({ params, identity, services }) {
    await ownRun(services, identity, params.a);
    await ownRun(services, identity, params.b);
    const { runs } = services.engine;
    const differences = compareRuns(await runs.get(params.a), await runs.get(params.b));
    return { body: { equal: differences.length === 0, differences: [...differences] } };
  },
  getOutput: async ({ params, identity, services }) => ({
    body: await outputJson(services, identity, params.id),
  }),
};

type RunAnswer = AnswerOf<'cancelRun'>;

export async function readRun(runs: Engine['runs'], id: string): Promise<RunAnswer> {
  // The engine's own form of a run is the one that the contract describes; there it is readonly.
  return (await runs.get(id)) as unknown as RunAnswer;
}

type ReplayOptions = NonNullable<Parameters<Engine['runs']['replay']>[1]>;

function afterOf(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  if (/^\d{1,15}$/.test(header)) return Number(header);
  const message = 'must be the number of a row';
  throw new EngineError('REQUEST_INVALID', {
    complaints: [{ in: 'header', pointer: '/last-event-id', message }],
  });
}

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Without the keys that have no value: "absent" and "undefined" are two things in the engine's options. */
export function defined<T extends object>(given: T): Defined<T> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  // Only keys with another value are left.
  return Object.fromEntries(entries) as Defined<T>;
}
