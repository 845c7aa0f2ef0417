// Compares expressions with JavaScript
// Each is computed by the kernel and, as it is written, by JavaScript: in a process of its own, because this one runs no code from
// strings.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { emptyScope, parseWholeExpression, type Json, type Scope } from '@skein/kernel';
import { fuzzedInput, randomExpression } from './random-expression.ts';

export interface ExpressionComparison {
  readonly seed: number;
  /** Both have a value. */
  readonly isCompared: boolean;
  /** Why they differ; null where they agree, and where one of them has no value. */
  readonly difference: string | null;
}

const NONE = 'none';
const OUTPUT_MAX = 256 * 1024 * 1024;

/** Compares the expressions of so many seeds. */
export function compareWithJavaScript(
  from: number,
  count: number,
): readonly ExpressionComparison[] {
  const seeds = Array.from({ length: count }, (_, index) => from + index);
  const expressions = seeds.map(randomExpression);
  const expected = inJavaScript(expressions);
  return seeds.map((seed, index) => {
    const expression = expressions[index] ?? '';
    const own = inKernel(expression);
    const other = expected[index] ?? NONE;
    const isCompared = own !== NONE && other !== NONE;
    const difference =
      isCompared && own !== other ? `${expression}\n  JavaScript: ${other}\n  Skein: ${own}` : null;
    return { seed, isCompared, difference };
  });
}

/** As JSON each, or `none` for what throws and for what is not JSON: undefined, NaN, Infinity. */
function inJavaScript(expressions: readonly string[]): readonly string[] {
  const program = `
    const trigger = ${JSON.stringify(fuzzedInput)};
    const results = [];
    const say = (compute) => {
      let isJson = true;
      try {
        const text = JSON.stringify(compute(), (key, each) => {
          if (each === undefined || each === null || (typeof each === 'number' && !Number.isFinite(each))) isJson = false;
          return each;
        });
        results.push(isJson && text !== undefined ? text : '${NONE}');
      } catch {
        results.push('${NONE}');
      }
    };
    ${expressions.map((expression) => `say(() => (${expression}));`).join('\n')}
    process.stdout.write(JSON.stringify(results));
  `;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-'], {
    input: program,
    encoding: 'utf8',
    maxBuffer: OUTPUT_MAX,
  });
  if (status !== 0) throw new Error(`JavaScript refuses an expression: ${stderr.slice(0, 2000)}`);
  // Written by the program above.
  return JSON.parse(stdout) as string[];
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

// A copy, because the type of the literal is narrower than JSON.
const input = JSON.parse(JSON.stringify(fuzzedInput)) as Json;
const scope: Scope = { ...emptyScope, trigger: () => input };
