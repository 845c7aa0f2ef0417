// Answering by node, once
// Which wait a node has open changes with the answer, so a repeated request would answer the next one. With an idempotency key
// it does not, on whichever server it arrives: the journal holds the key under which an answer was given.
//
// O1. The open wait is looked up before the journal is read. A wait that opened after the first request was answered is found
//     only once that answer is in the journal. So a request that finds no answer under its key holds the same wait that the
//     first request answers, and giving the same answer again is fine.
import type { AnswerOf, Json, PlainOr, RunId } from '@skein/api';
import { markOf, type Engine } from '@skein/engine';
import { EngineError } from '@skein/ports';
import { answerAs, type AnswerIdentity, type AnswerServices } from './answer-as.ts';
import { everyItem } from '../../values/every-item.ts';

export interface ResumeOnce {
  readonly wait: { readonly run: PlainOr<RunId>; readonly node?: string };
  readonly answer: Json;
  readonly key: string;
}

export async function resumeOnce(
  services: AnswerServices & { readonly engine: Pick<Engine, 'runs' | 'waits'> },
  identity: AnswerIdentity,
  { wait, answer, key }: ResumeOnce,
): Promise<AnswerOf<'resumeRun'>> {
  const { engine } = services;
  const mark = markOf(identity.user, key);
  const open = await findOpen(engine, wait);
  const given = await answeredUnder(engine, wait.run, mark);
  const name = given ?? open;
  if (name instanceof EngineError) throw name;
  const answered = await answerAs(services, identity, { wait: name, answer, key });
  return { ...answered, status: 'answered' };
}

/** Its id, or the reason why there is none. */
async function findOpen(
  { waits }: Pick<Engine, 'waits'>,
  wait: ResumeOnce['wait'],
): Promise<string | EngineError> {
  try {
    return (await waits.find(wait)).id;
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

const runsMax = 1000;

/** The wait of the run, or of a run below it, that was answered under this mark. */
async function answeredUnder(
  { runs }: Pick<Engine, 'runs'>,
  run: PlainOr<RunId>,
  mark: string,
): Promise<string | undefined> {
  const tree = [run];
  // Grows during iteration.
  for (const id of tree) {
    const rows = await runs.journal(id);
    const row = rows.find((each) => each.type === 'wait.answered' && each.by === mark);
    if (row?.type === 'wait.answered') return row.wait;
    for await (const child of everyItem((page) => runs.list({ ...page, parent: id }))) {
      if (tree.length >= runsMax) break;
      tree.push(child.id);
    }
  }
  return undefined;
}
