import type { Json } from '@skein/kernel';
import type { GivenAnswer } from '../inputs/parse-answer.ts';

interface OpenWait {
  readonly id: string;
  readonly node: string;
}

export interface PickedAnswer {
  readonly given: GivenAnswer;
  readonly wait: OpenWait;
  readonly answer: Json;
}

/** The first answer in command-line order whose node has an open wait; a node's oldest wait comes first. */
export function pickAnswer(
  left: readonly GivenAnswer[],
  waits: readonly OpenWait[],
): PickedAnswer | undefined {
  for (const given of left) {
    for (const { node, answer } of given.readings) {
      const wait = waits.find((open) => open.node === node);
      if (wait !== undefined) return { given, wait, answer };
    }
  }
  return undefined;
}
