import type { ModelReply } from '@skein/ports';

/** How an answer ended, where that is worth telling. */
export function finishOf({ finish }: Pick<ModelReply, 'finish'>): Pick<ModelReply, 'finish'> {
  return finish === undefined ? {} : { finish };
}
