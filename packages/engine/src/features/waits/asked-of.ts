import type { AskedQuestion } from '@skein/ports';
import type { OpenWait } from '../../core/run/open-things.ts';
import { activationOf, type Standing } from '../../core/run/activation-of.ts';

/** What `accept` may read: the question and the activation that asked it. */
export function askedOf(run: Standing, { effect }: OpenWait): AskedQuestion {
  const activation = activationOf(run, effect);
  return {
    question: effect.question,
    config: effect.config ?? activation?.config ?? {},
    inputs: activation?.inputs ?? {},
    previous: activation?.previous,
  };
}
