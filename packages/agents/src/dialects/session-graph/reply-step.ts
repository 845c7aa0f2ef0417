import { textOf } from '@skein/kernel';
import type { NodeBehaviour } from '@skein/ports';
import { inputKey, stepInput } from './step-input.ts';

/** `utils.reply.reply`: says something. */
export const replyStep: NodeBehaviour = {
  description: 'Adds its message to the conversation; the output is its input.',
  run: ({ config }) => {
    const value = stepInput(config);
    const message = inputKey(config, 'message');
    if (message === undefined) return { value };
    return { value, context: { append: [{ role: 'assistant', content: textOf(message) }] } };
  },
};
