// Answering by node, once
// Which wait a node has open changes with the answer, so a repeated request would answer the next one. With a key it does not:
// the journal holds under which key an answer was given.
import type { AnswerOf, Json } from '@skein/api';
import type { Services } from '../services.ts';
import { oneAfterAnother } from './one-after-another.ts';

export interface ResumeOnce {
  readonly wait: { readonly run: string; readonly node?: string };
  readonly answer: Json;
  readonly by: string;
  readonly key: string;
}

const inTurn = oneAfterAnother();

export function resumeOnce(
  { engine, store }: Services,
  { wait, answer, by, key }: ResumeOnce,
): Promise<AnswerOf<'resumeRun'>> {
  // Two requests with one key at the same moment must not both find that nothing was answered yet.
  return inTurn(wait.run, async () => {
    const mark = `${by} (key ${key})`;
    const rows = (await store.runs.journal(wait.run)) ?? [];
    const given = rows.find((row) => row.type === 'wait.answered' && row.by === mark);
    const name = given?.type === 'wait.answered' ? given.wait : wait;
    const answered = await engine.waits.answer(name, answer, { by: mark });
    return { ...answered, status: 'answered' };
  });
}
