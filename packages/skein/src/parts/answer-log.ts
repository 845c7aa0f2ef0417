import type { AnswerLog } from '@skein/engine';
import type { Clock, Store } from '@skein/ports';

/** Answers in the audit log of a store, whoever gives them: a server, a program, the command line. */
export function answerLog({ audit }: Pick<Store, 'audit'>, clock?: Pick<Clock, 'now'>): AnswerLog {
  return {
    entryOf: ({ id, wait, run, owner, actor }) => ({
      id,
      at: (clock ?? Date).now(),
      user: owner,
      actor,
      action: 'wait.answer',
      subject: wait,
      data: { run },
    }),
    append: (entry) => audit.append(entry),
  };
}
