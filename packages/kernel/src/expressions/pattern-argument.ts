import { compilePattern, type Pattern } from '../patterns/compile-pattern.ts';
import type { PatternFlag } from '../patterns/parse-pattern.ts';
import { ExpressionProblem } from './expression-problem.ts';
import type { Tree } from './syntax-tree.ts';

/** A regular expression that is an argument of a call. */
export class PatternArgument {
  readonly pattern: Pattern;
  /** With the flag `g`: all matches, not the first alone. */
  readonly isGlobal: boolean;

  constructor(pattern: Pattern, isGlobal: boolean) {
    this.pattern = pattern;
    this.isGlobal = isGlobal;
  }
}

export function compileRegularExpression(
  tree: Extract<Tree, { kind: 'pattern' }>,
): PatternArgument {
  const { source, flags, at } = tree;
  const known: readonly PatternFlag[] = ['i', 'm', 's'];
  try {
    const pattern = compilePattern(source, {
      flags: known.filter((flag) => flags.includes(flag)),
      withGroups: true,
    });
    return new PatternArgument(pattern, flags.includes('g'));
  } catch (error) {
    // A SyntaxError of JavaScript, or one of the compiler's own.
    const reason = error instanceof Error ? error.message : '';
    throw new ExpressionProblem(`/${source.slice(0, 60)}/ cannot be used: ${reason}`, at);
  }
}
