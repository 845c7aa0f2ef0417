// Built-in functions
// Small functions that need no key and no network, for examples, tests and first steps. Each name has a namespace, so that
// a user's own functions do not collide with them.
import type { Json } from '@skein/kernel';
import { timerMsMax, type Clock } from '@skein/ports';
import { failureError } from '../failure-error.ts';
import type { Zod } from '../lazy-schema.ts';
import { sleep } from '../sleep.ts';
import { port } from './port.ts';
import { registeredFunction, type RegisteredFunction } from './registered-function.ts';

/** The limit of a map. */
const itemsMax = 100_000;

/** A value of any form: zod's own JSON type recurses, and definitions are checked for depth already. */
const anyValue = (zod: Zod) => zod.custom<Json>((value) => value !== undefined);

const textArgs = (zod: Zod) => zod.object({ text: zod.string() });

const textUpper = registeredFunction({
  description: 'The text in capital letters.',
  args: textArgs,
  effect: 'pure',
  run: ({ text }) => text.toUpperCase(),
});

const textWords = registeredFunction({
  description: 'The words of the text, as a list.',
  args: textArgs,
  effect: 'pure',
  run: ({ text }) => text.split(/\s+/).filter((word) => word !== ''),
});

const mathAdd = registeredFunction({
  description: 'The sum of two numbers.',
  args: (zod) => zod.object({ a: zod.number(), b: zod.number() }),
  effect: 'pure',
  run: ({ a, b }) => a + b,
});

const mathSum = registeredFunction({
  description: 'The sum of a list of numbers.',
  args: (zod) => zod.object({ numbers: zod.array(zod.number()) }),
  effect: 'pure',
  run: ({ numbers }) => numbers.reduce((sum, number) => sum + number, 0),
});

const mathSign = registeredFunction({
  description: 'Passes the number on through the port of its sign.',
  args: (zod) => zod.object({ number: zod.number() }),
  ports: ['negative', 'zero', 'positive'],
  effect: 'pure',
  run: ({ number }) => port(signOf(number), number),
});

const listRange = registeredFunction({
  description: `The whole numbers of a range, both ends included; at most ${itemsMax}.`,
  args: (zod) =>
    zod
      .object({ from: zod.number().int().default(1), to: zod.number().int() })
      .refine(({ from, to }) => to - from < itemsMax, { error: `at most ${itemsMax} numbers` }),
  effect: 'pure',
  run: ({ from, to }) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i),
});

const testFail = registeredFunction({
  description: 'Fails in the first attempts of an activation, to show retries and error ports.',
  args: (zod) =>
    zod.object({
      times: zod.number().int().min(0).default(1).describe('How many attempts fail.'),
      message: zod.string().default('failed on purpose'),
      never: zod.boolean().default(false).describe('Mark the failure as not worth a retry.'),
      value: anyValue(zod).optional().describe('What comes out in the end; default: the attempt.'),
    }),
  effect: 'pure',
  run: ({ times, message, never, value }, _io, { attempt }) => {
    if (attempt > times) return value === undefined ? { attempt } : value;
    throw failureError({
      code: 'TEST_FAILED',
      message: `${message} (attempt ${attempt})`,
      retry: never ? 'never' : 'later',
    });
  },
});

const timeSleep = (clock: Clock | undefined) =>
  registeredFunction({
    description:
      'Waits, holding its slot, and stops at once when cancelled; "delay" waits durably.',
    args: (zod) =>
      zod.object({ ms: zod.number().min(0).max(timerMsMax), value: anyValue(zod).optional() }),
    effect: 'pure',
    run: async ({ ms, value }, { signal }) => {
      await sleep(ms, { signal, clock });
      return value;
    },
  });

/** The functions that every engine has. A clock makes `time.sleep` follow virtual time. */
export function builtinFunctions({ clock }: { readonly clock?: Clock } = {}): ReadonlyMap<
  string,
  RegisteredFunction
> {
  return new Map([
    ['text.upper', textUpper],
    ['text.words', textWords],
    ['math.add', mathAdd],
    ['math.sum', mathSum],
    ['math.sign', mathSign],
    ['list.range', listRange],
    ['time.sleep', timeSleep(clock)],
    ['test.fail', testFail],
  ]);
}

function signOf(number: number): 'negative' | 'zero' | 'positive' {
  if (number === 0) return 'zero';
  return number < 0 ? 'negative' : 'positive';
}
