// Answering by node, once
// Which wait a node has open changes with the answer, so a repeated request would answer the next one. With a key it does not, on
// whichever server it arrives: the journal holds under which key an answer was given.
//
// O1. The open wait is looked for before the journal is read. One that opened after the first request was answered is found only
//     when that answer is in the journal already. So whoever finds no answer under the key holds the very wait that the first
//     request answers, and the same answer again is fine.
import type { AnswerOf, Json } from '@skein/api';
import { EngineError, type Page, type RunRecord, type Store } from '@skein/ports';
import type { Services } from '../../handlers/services.ts';

export interface ResumeOnce {
  readonly wait: { readonly run: string; readonly node?: string };
  readonly answer: Json;
  readonly by: string;
  readonly key: string;
}

export async function resumeOnce(
  { engine, store }: Services,
  { wait, answer, by, key }: ResumeOnce,
): Promise<AnswerOf<'resumeRun'>> {
  const mark = `${by} (key ${key})`;
  const open = await findOpen(engine, wait);
  const given = await answeredUnder(store, wait.run, mark);
  const name = given ?? open;
  if (name instanceof EngineError) throw name;
  const answered = await engine.waits.answer(name, answer, { by: mark });
  return { ...answered, status: 'answered' };
}

/** Its id; the reason when there is none. */
async function findOpen(
  { waits }: Services['engine'],
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

/** The wait of the run, or of one below it, that was answered under this mark. */
async function answeredUnder(store: Store, run: string, mark: string): Promise<string | undefined> {
  const runs = [run];
  // Grows while it is walked.
  for (const id of runs) {
    const rows = (await store.runs.journal(id)) ?? [];
    const row = rows.find((each) => each.type === 'wait.answered' && each.by === mark);
    if (row?.type === 'wait.answered') return row.wait;
    let cursor: string | null = null;
    do {
      const more: { readonly cursor?: string } = cursor === null ? {} : { cursor };
      const page: Page<RunRecord> = await store.runs.list({ parent: id, ...more });
      runs.push(...page.items.map((each) => each.id));
      cursor = page.nextCursor;
    } while (cursor !== null && runs.length < runsMax);
  }
  return undefined;
}
