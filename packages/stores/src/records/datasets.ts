import type { Json, JsonObject } from '@skein/kernel';
import type {
  CaseRecord,
  DatasetRecord,
  DatasetStore,
  EvaluationRecord,
  EvaluationStore,
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
    status: 'value',
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
    list: ({ user, ...paging }) =>
      withPage(
        records.find(evaluationTable, matching({ user_id: user }), { ...paging, order: 'newest' }),
        toEvaluation,
      ),
    delete: (id, user) => withSome(records.delete(evaluationTable, one(id, user))),
  };
}

function toDataset(row: JsonObject): DatasetRecord {
  return {
    name: row['id'] as string,
    user: row['user_id'] as string,
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number,
  };
}

function toCase(row: JsonObject): CaseRecord {
  const { content, run_id: run } = row;
  // Written by `put`; what cannot be read any more has no input.
  const kept = (content === unreadable ? { input: null } : content) as {
    readonly input: Json;
    readonly expected?: Json;
    readonly metadata?: JsonObject;
    readonly tags?: readonly string[];
  };
  const { input, metadata = {}, tags = [] } = kept;
  const record = {
    dataset: row['dataset'] as string,
    id: row['id'] as string,
    user: row['user_id'] as string,
    input,
    metadata,
    tags,
    createdAt: row['created_at'] as number,
  };
  const expected = kept.expected === undefined ? {} : { expected: kept.expected };
  return { ...record, ...expected, ...(typeof run === 'string' ? { run } : {}) };
}

function toEvaluation(row: JsonObject): EvaluationRecord {
  const { status, settings, report = null } = row;
  return {
    id: row['id'] as string,
    user: row['user_id'] as string,
    workflow: row['workflow_id'] as string,
    version: row['version'] as string,
    dataset: row['dataset'] as string,
    status: (status === unreadable ? 'failed' : status) as EvaluationRecord['status'],
    settings: (settings === unreadable ? unreadableObject : settings) as JsonObject,
    report: report === unreadable ? null : report,
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number,
  };
}
