// An evaluation on the server
// E1. Every case is a run of the user, started under a key made of evaluation, case and trial: whoever continues an evaluation that a crash
//     has cut short finds the runs that were started, and starts none twice.
// E2. Runs that wait for a person have not completed: they score 0, and nobody is waited for.
import type { Engine, RunJson } from '@skein/engine';
import { isObject, type Json, type JsonObject } from '@skein/api';
import {
  EngineError,
  withoutUndefined,
  type CaseRecord,
  type Clock,
  type EvaluationRecord,
  type ServerRecords,
} from '@skein/ports';
import type { EvaluatedCase, EvaluatedTrial, HostEvaluations } from '../../host/evaluations.ts';
import { everyItem } from '../../values/every-item.ts';

export interface EvaluationServices {
  readonly engine: Pick<Engine, 'runs'>;
  readonly records: Pick<ServerRecords, 'datasets' | 'evaluations' | 'summaries'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly evaluations: HostEvaluations;
}

/** How many runs at a time. */
const width = 4;

/** Runs and scores all cases, and keeps what was found. */
export async function evaluateCases(
  services: EvaluationServices,
  record: EvaluationRecord,
  closing: AbortSignal,
): Promise<void> {
  const { records, clock } = services;
  const settle = async (status: 'done' | 'failed', report: Json) => {
    // Whoever has deleted it meanwhile does not want it back.
    if ((await records.evaluations.get(record.id, record.user)) === undefined) return;
    await records.evaluations.put({ ...record, status, report, updatedAt: clock.now() });
  };
  try {
    await settle('done', await reportOf(services, record));
  } catch (error) {
    if (closing.aborted) return;
    await settle('failed', { message: error instanceof Error ? error.message : String(error) });
  }
}

async function reportOf(services: EvaluationServices, record: EvaluationRecord): Promise<Json> {
  const { records, evaluations } = services;
  const { dataset, user, settings, workflow } = record;
  const { scorers, trials, baseline } = readSettings(settings);
  const cases: CaseRecord[] = [];
  const page = async (asked: { readonly cursor?: string; readonly limit: number }) =>
    records.datasets.list({ ...asked, dataset, user });
  for await (const each of everyItem(page)) cases.push(each);
  const judged: EvaluatedCase[] = [];
  const work = cases.entries();
  const worker = async () => {
    for (const [place, each] of work) {
      const made: EvaluatedTrial[] = [];
      for (let trial = 1; trial <= trials; trial++)
        made.push(await runCase(services, record, { given: each, trial, scorers }));
      judged[place] = { id: each.id, line: place + 1, tags: each.tags, trials: made };
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  const earlier =
    baseline === undefined ? undefined : await records.evaluations.get(baseline, user);
  return evaluations.report({
    workflow,
    scorers,
    trials,
    cases: judged,
    baseline: earlier?.report ?? null,
  });
}

async function runCase(
  services: EvaluationServices,
  record: EvaluationRecord,
  about: {
    readonly given: CaseRecord;
    readonly trial: number;
    readonly scorers: readonly JsonObject[];
  },
): Promise<EvaluatedTrial> {
  const { given, trial, scorers } = about;
  const { evaluations } = services;
  const key = `evaluation/${record.id}/${given.id}/${trial}`;
  const { workflow, version } = record;
  const run = await runOnce(services, record, { workflow, version, input: given.input, key });
  const judge = async (judging: string, input: Json) => {
    const told = await runOnce(services, record, {
      workflow: judging,
      input,
      key: `${key}/${judging}`,
    });
    if (told.status === 'completed') return told.output;
    throw new Error(`The judge "${judging}" did not complete for the case ${given.id}.`);
  };
  const scores: [string, JsonObject][] = [];
  const hasCompleted = run.status === 'completed' || run.status === 'stopped';
  for (const scorer of scorers) {
    const score = hasCompleted
      ? await evaluations.score(scorer, { given, run }, judge)
      : { score: 0 };
    scores.push([evaluations.nameOf(scorer), score]);
  }
  const { status, output, error, usage } = run;
  return {
    run: run.id,
    status,
    output,
    error: error === null ? null : { code: error.code, message: error.message },
    usage,
    scores: Object.fromEntries(scores),
  };
}

async function runOnce(
  { engine, records }: EvaluationServices,
  { user }: EvaluationRecord,
  started: {
    readonly workflow: string;
    readonly version?: string;
    readonly input: Json;
    readonly key: string;
  },
): Promise<RunJson> {
  const { workflow, version, input, key } = started;
  const { id, isRepeated } = await engine.runs.start(workflow, {
    input,
    idempotencyKey: key,
    ...withoutUndefined({ version, user: user === '' ? undefined : user }),
  });
  if (isRepeated !== true)
    await records.summaries?.noteStart(id, { type: 'evaluation', name: null });
  return engine.runs.settled(id);
}

interface Settings {
  readonly scorers: readonly JsonObject[];
  readonly trials: number;
  readonly baseline: string | undefined;
}

function readSettings({ scorers, trials, baseline }: JsonObject): Settings {
  if (!Array.isArray(scorers))
    throw new EngineError('BAD_VALUE', { what: 'scorers', complaint: 'They are missing.' });
  return {
    scorers: scorers.filter(isObject),
    trials: typeof trials === 'number' ? trials : 1,
    baseline: typeof baseline === 'string' ? baseline : undefined,
  };
}
