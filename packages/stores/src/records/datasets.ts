import type { Json, JsonObject } from '@skein/kernel';
import {
  withoutUndefined,
  type CaseRecord,
  type DatasetRecord,
  type DatasetStore,
  type EvaluationRecord,
  type EvaluationStore,
} from '@skein/ports';
import { matching, type Records } from './records.ts';
import { recordTable, type RecordPart } from './record-table.ts';
import { unreadable, unreadableObject } from '../values/unreadable.ts';
import { withFirst, withPage, withSome } from './with-page.ts';

const datasetTable = recordTable('datasets', { created_at: 'instant', updated_at: 'instant' });

const caseTable = recordTable(
  'dataset_cases',
  { dataset: 'key', content: 'value', run_id: 'key', created_at: 'instant' },
  { indexed: ['user_id,dataset,place'], scope: 'dataset' },
);

const evaluationTable = recordTable(
  'evaluations',
  {
    workflow_id: 'key',
    version: 'key',
    dataset: 'key',
    status: 'key',
    settings: 'value',
    report: 'value',
    created_at: 'instant',
    updated_at: 'instant',
  },
  { indexed: ['user_id,place'] },
);

export const datasets: RecordPart<DatasetStore> = {
  tables: [datasetTable, caseTable],
  over: datasetsOver,
};

export const evaluations: RecordPart<EvaluationStore> = {
  tables: [evaluationTable],
  over: evaluationsOver,
};

function datasetsOver(records: Records): DatasetStore {
  const one = (dataset: string, id: string, user: string) =>
    matching({ user_id: user, dataset, id });
  return {
    async put(record) {
      const { dataset, id, user, input, expected, metadata, tags, run, createdAt } = record;
      const named = { user_id: user, id: dataset, created_at: createdAt, updated_at: createdAt };
      await records.upsert(datasetTable, named);
      const content = { input, metadata, tags: [...tags] };
      await records.upsert(caseTable, {
        user_id: user,
        dataset,
        id,
        content: expected === undefined ? content : { ...content, expected },
        run_id: run ?? null,
        created_at: createdAt,
      });
    },
    get: (dataset, id, user) => withFirst(records.find(caseTable, one(dataset, id, user)), toCase),
    list: ({ dataset, user, ...paging }) =>
      withPage(records.find(caseTable, matching({ user_id: user, dataset }), paging), toCase),
    delete: (dataset, id, user) => withSome(records.delete(caseTable, one(dataset, id, user))),
    async count(dataset, user) {
      const all = matching({ user_id: user, dataset });
      return (await records.measure(caseTable, all, 'place')).rows;
    },
    names: ({ user, ...paging }) =>
      withPage(records.find(datasetTable, matching({ user_id: user }), paging), toDataset),
    async drop(dataset, user) {
      // The cases first: whoever is interrupted finds the name, and drops the rest.
      await records.delete(caseTable, matching({ user_id: user, dataset }));
      return withSome(records.delete(datasetTable, matching({ user_id: user, id: dataset })));
    },
  };
}

function evaluationsOver(records: Records): EvaluationStore {
  const one = (id: string, user: string) => matching({ user_id: user, id });
  return {
    put: ({ id, user, workflow, version, dataset, status, settings, report, ...times }) =>
      records.upsert(evaluationTable, {
        user_id: user,
        id,
        workflow_id: workflow,
        version,
        dataset,
        status,
        settings,
        report,
        created_at: times.createdAt,
        updated_at: times.updatedAt,
      }),
    get: (id, user) => withFirst(records.find(evaluationTable, one(id, user)), toEvaluation),
    list({ user, status, ...paging }) {
      const match = matching({ user_id: user, status });
      const found = records.find(evaluationTable, match, { ...paging, order: 'newest' });
      return withPage(found, toEvaluation);
    },
    delete: (id, user) => withSome(records.delete(evaluationTable, one(id, user))),
  };
}

function toDataset(row: JsonObject): DatasetRecord {
  // Columns hold what `put` wrote.
  const { id, user_id, created_at, updated_at } = row as unknown as DatasetRow;
  return { name: id, user: user_id, createdAt: created_at, updatedAt: updated_at };
}

interface DatasetRow {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: number;
  readonly updated_at: number;
}

interface CaseRow extends Omit<DatasetRow, 'updated_at'> {
  readonly dataset: string;
  readonly content: Pick<CaseRecord, 'input' | 'expected'> & Partial<CaseRecord>;
  readonly run_id: string | null;
}

interface EvaluationRow extends DatasetRow {
  readonly workflow_id: string;
  readonly version: string;
  readonly dataset: string;
  readonly status: EvaluationRecord['status'];
  readonly settings: JsonObject;
  readonly report: Json;
}

function toCase(row: JsonObject): CaseRecord {
  // Columns hold what `put` wrote.
  const { id, user_id, dataset, content, run_id, created_at } = row as unknown as CaseRow;
  // What cannot be read any more has no input.
  const kept = row['content'] === unreadable ? { input: null } : content;
  const { input, expected, metadata = {}, tags = [] } = kept;
  const record = { dataset, id, user: user_id, input, metadata, tags, createdAt: created_at };
  const optional = { expected, run: run_id ?? undefined };
  return { ...record, ...withoutUndefined(optional) };
}

function toEvaluation(row: JsonObject): EvaluationRecord {
  // Columns hold what `put` wrote.
  const kept = row as unknown as EvaluationRow;
  const { id, user_id, workflow_id, version, dataset, created_at, updated_at } = kept;
  return {
    id,
    user: user_id,
    workflow: workflow_id,
    version,
    dataset,
    status: row['status'] === unreadable ? 'failed' : kept.status,
    settings: row['settings'] === unreadable ? unreadableObject : kept.settings,
    report: row['report'] === unreadable ? null : (kept.report ?? null),
    createdAt: created_at,
    updatedAt: updated_at,
  };
}
