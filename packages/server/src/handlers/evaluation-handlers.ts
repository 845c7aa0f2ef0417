// Datasets and evaluations of the caller.
import { randomUUID } from 'node:crypto';
import type { AnswerOf, JsonObject } from '@skein/api';
import {
  EngineError,
  withoutUndefined,
  type CaseRecord,
  type EvaluationRecord,
} from '@skein/ports';
import { ownRun } from '../features/runs/own-run.ts';
import { ownWorkflow } from '../features/workflows/save-workflow.ts';
import { isoTime } from '../values/iso-time.ts';
import type { Asked, HandlersOf } from './handler.ts';

/** As many as one evaluation takes. */
const casesMax = 1000;

export const evaluationHandlers: HandlersOf<'evaluation'> = {
  async listDatasets({ query, identity, services }) {
    const { datasets } = services.records;
    const user = identity.owner;
    const { items, nextCursor } = await datasets.names({ ...query, user });
    const shown = items.map(async ({ name, updatedAt }) => ({
      name,
      cases: await datasets.count(name, user),
      updatedAt: isoTime(updatedAt),
    }));
    return { body: { items: await Promise.all(shown), nextCursor } };
  },
  async listCases({ params, query, identity, services }) {
    const wanted = { ...query, ...params, user: identity.owner };
    const { items, nextCursor } = await services.records.datasets.list(wanted);
    return { body: { items: items.map(toCase), nextCursor } };
  },
  async addCase(asked) {
    const { params, identity, services } = asked;
    const { datasets } = services.records;
    const record = await caseOf(asked);
    const known = await datasets.get(params.dataset, record.id, identity.owner);
    if (known === undefined && (await datasets.count(params.dataset, identity.owner)) >= casesMax)
      throw new EngineError('BAD_VALUE', {
        what: 'dataset',
        complaint: `It has ${casesMax} cases already; begin another one.`,
      });
    await datasets.put(record);
    return { status: 201, body: toCase(record) };
  },
  async deleteCase({ params, identity, services }) {
    const { dataset, case: id } = params;
    if (!(await services.records.datasets.delete(dataset, id, identity.owner)))
      throw new EngineError('NOT_FOUND', { what: 'case', id });
    return { body: undefined };
  },
  async deleteDataset({ params, identity, services }) {
    const { dataset } = params;
    if (!(await services.records.datasets.drop(dataset, identity.owner)))
      throw new EngineError('NOT_FOUND', { what: 'dataset', id: dataset });
    return { body: undefined };
  },
  async startEvaluation(asked) {
    const { services } = asked;
    const record = await newEvaluation(asked);
    await services.records.evaluations.put(record);
    services.evaluator.begin(record);
    return { status: 201, body: toEvaluation(record) };
  },
  async listEvaluations({ query, identity, services }) {
    const wanted = { ...query, user: identity.owner };
    const { items, nextCursor } = await services.records.evaluations.list(wanted);
    const shown = items.map((record) => toEvaluation({ ...record, report: summaryOf(record) }));
    return { body: { items: shown, nextCursor } };
  },
  async getEvaluation({ params, identity, services }) {
    const record = await services.records.evaluations.get(params.id, identity.owner);
    if (record === undefined)
      throw new EngineError('NOT_FOUND', { what: 'evaluation', id: params.id });
    // A server that was stopped has left it.
    if (record.status === 'running') services.evaluator.begin(record);
    return { body: toEvaluation(record) };
  },
  async deleteEvaluation({ params, identity, services }) {
    if (!(await services.records.evaluations.delete(params.id, identity.owner)))
      throw new EngineError('NOT_FOUND', { what: 'evaluation', id: params.id });
    return { body: undefined };
  },
};

/** As written, or as a run of the caller was. */
async function caseOf({ params, body, identity, services }: Asked<'addCase'>): Promise<CaseRecord> {
  const { id = randomUUID(), run_id: run, metadata = {}, tags = [] } = body;
  const about = {
    dataset: params.dataset,
    id,
    user: identity.owner,
    metadata,
    tags,
    createdAt: services.clock.now(),
  };
  if (run === undefined) {
    if (body.input === undefined)
      throw new EngineError('BAD_VALUE', {
        what: 'case',
        complaint: 'It has neither "input" nor "run_id".',
      });
    return { ...about, input: body.input, ...withoutUndefined({ expected: body.expected }) };
  }
  await ownRun(services.engine, identity.owner, run);
  const { input, output, status } = await services.engine.runs.get(run);
  const given = status === 'completed' ? output : undefined;
  const { expected = given } = body;
  return { ...about, input: body.input ?? input, run, ...withoutUndefined({ expected }) };
}

async function newEvaluation(asked: Asked<'startEvaluation'>): Promise<EvaluationRecord> {
  const { body, identity, services } = asked;
  const { host } = services.evaluator;
  if (host === undefined) throw new EngineError('NOT_FOUND', { what: 'scorer', id: 'scorers' });
  const { workflow, dataset, scorers, trials = 1, baseline } = body;
  const { version } = await ownWorkflow(asked, workflow, body.version);
  const user = identity.owner;
  if ((await services.records.datasets.count(dataset, user)) === 0)
    throw new EngineError('NOT_FOUND', { what: 'dataset', id: dataset });
  if (
    baseline !== undefined &&
    (await services.records.evaluations.get(baseline, user)) === undefined
  )
    throw new EngineError('NOT_FOUND', { what: 'evaluation', id: baseline });
  // They are JSON with narrower types.
  const written = scorers as unknown as readonly JsonObject[];
  for (const scorer of written) {
    const complaint = await host.complaint(scorer);
    if (complaint !== null) throw new EngineError('BAD_VALUE', { what: 'scorer', complaint });
  }
  if (new Set(written.map((each) => host.nameOf(each))).size < written.length)
    throw new EngineError('BAD_VALUE', { what: 'scorers', complaint: 'Two have the same name.' });
  const now = services.clock.now();
  return {
    id: services.newId(),
    user,
    workflow,
    version,
    dataset,
    status: 'running',
    settings: { scorers: [...written], trials, ...withoutUndefined({ baseline }) },
    report: null,
    createdAt: now,
    updatedAt: now,
  };
}

function toCase(record: CaseRecord): AnswerOf<'addCase'> {
  const { id, input, expected, metadata, tags, run = null, createdAt } = record;
  const shown = {
    id,
    input,
    metadata,
    tags: [...tags],
    run_id: run,
    createdAt: isoTime(createdAt),
  };
  return { ...shown, ...withoutUndefined({ expected }) };
}

function toEvaluation(record: EvaluationRecord): AnswerOf<'getEvaluation'> {
  const { user: _, createdAt, updatedAt, ...rest } = record;
  return { ...rest, createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
}

/** What a list has room for. */
function summaryOf({ report }: EvaluationRecord): EvaluationRecord['report'] {
  if (report === null || typeof report !== 'object' || !('scorers' in report)) return null;
  const { scorers = [], passed = null, usage = null } = report;
  return { scorers, passed, usage };
}
