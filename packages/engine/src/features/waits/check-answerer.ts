import { answererText, mayAnswer } from '@skein/kernel';
import { EngineError, type WaitRecord } from '@skein/ports';

/** Throws NOT_ALLOWED for anybody whom the wait does not name; the wait stays open. */
export function checkAnswerer(
  { question }: Pick<WaitRecord, 'question'>,
  answerer: {
    readonly by?: string | undefined;
    readonly groups?: readonly string[] | undefined;
    readonly roles?: readonly string[] | undefined;
  },
): void {
  const { by, ...belongs } = answerer;
  if (mayAnswer(question, { user: by, ...belongs })) return;
  const named = (question.who ?? []).map(answererText).join(', ');
  const what = `answer this: it asks ${named}, and ${by === undefined ? 'nobody is said to answer' : `you are ${by}`}`;
  throw new EngineError(
    'NOT_ALLOWED',
    { what },
    { hint: 'Let somebody whom the wait names answer it; `who` of a wait lists them.' },
  );
}
