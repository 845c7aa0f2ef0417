// Compares expressions with JavaScript
// Each is computed by the kernel and, as it is written, by JavaScript in a context of its own, which has nothing but the input.
import { createContext, Script } from 'node:vm';
import { parseWholeExpression, type Json, type Scope } from '@skein/kernel';
import { fuzzedInput, randomExpression } from './random-expression.ts';

export interface ExpressionComparison {
  readonly expression: string;
  /** Both have a value. */
  readonly isCompared: boolean;
  /** Why they differ; null where they agree, and where one of them has no value. */
  readonly difference: string | null;
}

const NONE = 'none';

export function createComparison(): (seed: number) => ExpressionComparison {
  const context = createContext({ input: JSON.stringify(fuzzedInput) });
  // As JSON, or `none` for what is not JSON: undefined, NaN, Infinity.
  new Script(`
    const trigger = JSON.parse(input);
    const say = (value) => {
      let isJson = true;
      const text = JSON.stringify(value, (key, each) => {
        if (each === undefined || each === null || (typeof each === 'number' && !Number.isFinite(each))) isJson = false;
        return each;
      });
      return isJson && text !== undefined ? text : '${NONE}';
    };
  `).runInContext(context);
  const inJavaScript = (expression: string): string => {
    try {
      const said: unknown = new Script(`say((${expression}))`).runInContext(context);
      return String(said);
    } catch {
      return NONE;
    }
  };
  return (seed) => {
    const expression = randomExpression(seed);
    const own = inKernel(expression);
    const expected = own === NONE ? NONE : inJavaScript(expression);
    const isCompared = own !== NONE && expected !== NONE;
    const differs = isCompared && own !== expected;
    const difference = differs ? `${expression}\n  JavaScript: ${expected}\n  Skein: ${own}` : null;
    return { expression, isCompared, difference };
  };
}

function inKernel(text: string): string {
  const read = parseWholeExpression(text);
  if (!read.ok) {
    if (/levels|parts|characters/.test(read.message)) return NONE;
    return `refused: ${read.message}`;
  }
  const evaluated = read.expression.evaluate(scope);
  return evaluated.ok ? JSON.stringify(evaluated.value) : NONE;
}

const nothing = (): undefined => undefined;
// A copy, because the type of the literal is narrower than JSON.
const input = JSON.parse(JSON.stringify(fuzzedInput)) as Json;
const scope: Scope = {
  run: '',
  output: nothing,
  outputId: nothing,
  status: nothing,
  trigger: () => input,
  inputs: nothing,
  previous: nothing,
  context: nothing,
  now: () => 0,
  date: nothing,
  typesDefaults: true,
};
