import { parseWholeExpression } from '@skein/kernel';
import { cpuMs } from '../cpu-ms.ts';
import { bombs, bombScope } from './bombs.ts';

export interface MeasuredBomb {
  readonly expression: string;
  readonly ms: number;
  readonly outcome: string;
}

/** The CPU time that the expressions that try to take more than their share take: the second of two, as in a running server. */
export function measureBombs(): readonly MeasuredBomb[] {
  return bombs.map((expression) => {
    const read = parseWholeExpression(expression);
    if (!read.ok) return { expression, ms: 0, outcome: read.message };
    read.expression.evaluate(bombScope);
    const startedMs = cpuMs();
    const evaluated = read.expression.evaluate(bombScope);
    const ms = cpuMs() - startedMs;
    const failure = 'failure' in evaluated ? evaluated.failure.code : 'a value';
    return { expression, ms, outcome: failure };
  });
}
