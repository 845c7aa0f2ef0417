// What is asked again
// A run that goes on from what another one recorded goes on from the answers of people too. Whoever makes it must not get more done
// than with answers of their own.
//
// Q1. An answer that they could not have given themselves does not count: it is asked again, and nothing that came after it is there
//     before. For a run that goes on under its id there is no asking again: with another input or version it is refused.
// Q2. A journal that was imported may claim anything, the questions too. So the questions of functions are asked again with their
//     answers: a function asks for what it is about to do, and not for what a file says.
import {
  createRun,
  standingRows,
  transition,
  type NodeWaiting,
  type RunId,
  type WaitQuestion,
} from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { childPath } from '../../core/run/child-path.ts';
import type { Ports } from '../../engine-ports.ts';
import { knownWorkflow, type Definitions } from '../../state/definitions/known-workflow.ts';
import { listAll } from '../../state/records/list-all.ts';

/** Whether whoever wants it could give an answer to this question. `isImported`: question and answer come from a bundle. */
export type MayAnswer = (
  question: WaitQuestion,
  about: { readonly isImported: boolean },
) => boolean;

/**
 * Ids of the waits whose answers do not count, of the runs below too; the paths of children in which there are any; and the questions
 * of functions that are not believed. Sorted, because it is kept in a journal.
 */
export async function askedAgain(
  runtime: Definitions & Ports<'store'>,
  run: RunId,
  mayAnswer: MayAnswer | undefined,
): Promise<readonly string[]> {
  if (mayAnswer === undefined) return [];
  const found = await inRun(runtime, run, mayAnswer);
  for (const child of await listAll(runtime, { parent: run })) {
    const below = await askedAgain(runtime, child.id, mayAnswer);
    if (below.length > 0) found.push(...below, child.parent?.path ?? '');
  }
  return found.toSorted();
}

async function inRun(
  runtime: Definitions & Ports<'store'>,
  run: RunId,
  mayAnswer: MayAnswer,
): Promise<string[]> {
  const record = await runtime.store.runs.get(run);
  const rows = standingRows((await runtime.store.runs.journal(run)) ?? []);
  const [started] = rows;
  const isImported = started?.type === 'run.started' && started.importedBy !== undefined;
  const asks = rows.some(({ type }) => type === 'wait.answered' || type === 'budget.raised');
  if (record === undefined || (!asks && !isImported)) return [];
  const { graph } = await knownWorkflow(runtime, record);
  const found: string[] = [];
  let state = createRun();
  for (const row of rows) {
    if (row.type === 'wait.answered' || row.type === 'budget.raised') {
      const question = state.waits.get(row.wait)?.question;
      // An event is no answer of a person.
      const counts = question === undefined || question.kind === 'event';
      if (!counts && !mayAnswer(question, { isImported })) found.push(row.wait);
    }
    if (row.type === 'node.waiting' && isImported && !mayAnswer(row.question, { isImported })) {
      found.push(questionPlace(row));
    }
    state = transition(graph, state, row, false).state;
  }
  return found;
}

/** Names the question of a function in its run. */
export function questionPlace({
  node,
  activation,
  key,
}: Pick<NodeWaiting, 'node' | 'activation' | 'key'>): string {
  return `${childPath({ node, activation, index: 0 })} ${key}`;
}

/** Throws NOT_ALLOWED for a run that would do something else with answers that whoever asks for it could not have given. */
export async function checkMayGoOn(
  runtime: Definitions & Ports<'store'>,
  run: RunId,
  mayAnswer: MayAnswer | undefined,
): Promise<void> {
  if ((await askedAgain(runtime, run, mayAnswer)).length === 0) return;
  throw new EngineError(
    'NOT_ALLOWED',
    { what: 'let this run go on differently: it has an answer that you may not give' },
    { hint: 'Fork it: what you may not answer is asked again.' },
  );
}
