// Answers of models
// A model that calls a tool may reach the very server that drives it, and there the waits of its own run: it could approve its own
// call. So what waits decides which models may answer.
//
// M1. Which run's model it is, is known of our own client alone. A model behind a client of others may be the one whose calls led to the
//     wait: it decides nothing for its own user. It may pass on what a person told it (an input), as `others` says.
import { runId, type PlainOr, type RunId } from '@skein/kernel';
import { EngineError, type WaitRecord } from '@skein/ports';
import type { AnswerRuntime } from './answer-wait.ts';

export interface AnsweringModel {
  /** The run whose model answers. */
  readonly caller?: PlainOr<RunId> | undefined;
  /** For whom a model that may be of another program answers. */
  readonly asModelOf?: string | undefined;
}

/** Throws NOT_ALLOWED if the workflow that waits takes no answers of this run's models. */
export async function checkModel(
  { store, workflows }: Pick<AnswerRuntime, 'store' | 'workflows'>,
  { run, question: { kind } }: WaitRecord,
  { caller, asModelOf }: AnsweringModel,
): Promise<void> {
  const record = await store.runs.get(run);
  // A wait ends with its run.
  if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  const { start, user } = record;
  const { graph } = await workflows.get({ ...record.workflow, start, user });
  const { modelAnswers } = graph.policy;
  if (modelAnswers === 'all') return;
  const above = caller === undefined ? undefined : await store.runs.get(runId(caller));
  const isOutside = above === undefined && asModelOf !== undefined;
  const isOwn = isOutside
    ? decisions.has(kind) && (user ?? '') === asModelOf
    : // A run that is not known here is one of another installation.
      (above?.root ?? caller) === (record.root ?? record.id);
  if (modelAnswers === 'others' && !isOwn) return;
  const whose =
    modelAnswers === 'none'
      ? 'a model'
      : isOutside
        ? 'a model that may have asked for it'
        : 'a model of the same tree of runs';
  throw new EngineError(
    'NOT_ALLOWED',
    { what: `answer this: the answer of ${whose} does not count` },
    { hint: 'Let a person answer; `policy.modelAnswers` of the workflow could permit it.' },
  );
}

/** What people decide, and do not merely tell. */
const decisions: ReadonlySet<string> = new Set(['approval', 'limit', 'outcome']);
