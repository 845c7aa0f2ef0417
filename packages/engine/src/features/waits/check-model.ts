// Answers of models
// A model that calls a tool may reach the very server that drives it, and there the waits of its own run: it could approve its own
// call. So what waits decides which models may answer.
import { runId, type PlainOr, type RunId } from '@skein/kernel';
import { EngineError, type WaitRecord } from '@skein/ports';
import type { AnswerRuntime } from './answer-wait.ts';

/** Throws NOT_ALLOWED if the workflow that waits takes no answers of this run's models. */
export async function checkModel(
  { store, workflows }: Pick<AnswerRuntime, 'store' | 'workflows'>,
  { run }: WaitRecord,
  caller: PlainOr<RunId>,
): Promise<void> {
  const record = await store.runs.get(run);
  // A wait ends with its run.
  if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  const { start, user } = record;
  const { graph } = await workflows.get({ ...record.workflow, start, user });
  const { modelAnswers } = graph.policy;
  if (modelAnswers === 'all') return;
  if (modelAnswers === 'others' && !(await isSameTree(store, record, runId(caller)))) return;
  const whose = modelAnswers === 'none' ? 'a model' : 'a model of the same tree of runs';
  throw new EngineError(
    'NOT_ALLOWED',
    { what: `answer this: the answer of ${whose} does not count` },
    { hint: 'Let a person answer; `policy.modelAnswers` of the workflow could permit it.' },
  );
}

async function isSameTree(
  { runs }: AnswerRuntime['store'],
  { id, root = id }: { readonly id: RunId; readonly root?: RunId },
  caller: RunId,
): Promise<boolean> {
  // A run that is not known here is one of another installation.
  const above = (await runs.get(caller))?.root ?? caller;
  return above === root;
}
