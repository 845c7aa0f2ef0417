import { answererName, answererText, isLinked, mayAnswer, type Answerer } from '@skein/kernel';
import { EngineError, type WaitRecord } from '@skein/ports';

/**
 * Throws NOT_ALLOWED for anybody whom the wait does not name; the wait stays open. Those whom `notify` of the wait sends its link to
 * are named by it too, if the notice gives links to all whom it tells.
 */
export function checkAnswerer(
  { question }: Pick<WaitRecord, 'question'>,
  answerer: {
    readonly by?: string | Answerer | undefined;
    readonly groups?: readonly string[] | undefined;
    readonly roles?: readonly string[] | undefined;
  },
): void {
  const { by, ...belongs } = answerer;
  const user = answererName(by);
  if (mayAnswer(question, { user, ...belongs })) return;
  if (typeof by === 'object' && isNotified(question, user)) return;
  const named = (question.who ?? []).map(answererText).join(', ');
  const what = `answer this: it asks ${named}, and ${user === undefined ? 'nobody is said to answer' : `you are ${user}`}`;
  throw new EngineError(
    'NOT_ALLOWED',
    { what },
    { hint: user === undefined ? sayWho : 'Let somebody whom the wait names answer it.' },
  );
}

const sayWho =
  'Say who answers: `by` of the library, `--by` or `--as` on the command line; a server knows it by the key.';

function isNotified(question: WaitRecord['question'], user: string | undefined): boolean {
  const { to = [], escalateTo = [] } = question.notify ?? {};
  const isThem = (recipient: string) => recipient.replace(/^mail:/, '') === user;
  return [...to, ...escalateTo.flat()].some((each) => isThem(each) && isLinked(question, each));
}
