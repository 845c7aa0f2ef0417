import type { EvaluationRecord } from '@skein/ports';
import type { HostEvaluations } from '../../host/evaluations.ts';
import { evaluateCases, type EvaluationServices } from './evaluate-cases.ts';

export interface Evaluator {
  /** Undefined: the host cannot score. */
  readonly host: HostEvaluations | undefined;
  /** Works on it in the background, unless it does already; after a restart this continues it. */
  readonly begin: (record: EvaluationRecord) => void;
}

export function createEvaluator({
  host,
  closing,
  onProblem,
  ...services
}: Omit<EvaluationServices, 'evaluations'> & {
  readonly host: HostEvaluations | undefined;
  /** What is cut short by the end of the server is continued by the next one, and has not failed. */
  readonly closing: AbortSignal;
  readonly onProblem: (error: unknown) => void;
}): Evaluator {
  const active = new Set<string>();
  return {
    host,
    begin(record) {
      const key = JSON.stringify([record.user, record.id]);
      if (host === undefined || active.has(key)) return;
      active.add(key);
      evaluateCases({ ...services, evaluations: host }, record, closing)
        .catch(onProblem)
        .finally(() => active.delete(key));
    },
  };
}
