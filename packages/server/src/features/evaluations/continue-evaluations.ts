import { everyItem } from '../../values/every-item.ts';
import type { EvaluationServices } from './evaluate-cases.ts';
import type { Evaluator } from './evaluator.ts';

/** Goes on with what servers have left that were stopped or killed. */
export async function continueEvaluations(
  { records }: Pick<EvaluationServices, 'records'>,
  evaluator: Evaluator,
): Promise<void> {
  const running = everyItem(async (page) =>
    records.evaluations.list({ ...page, status: 'running' }),
  );
  for await (const record of running) evaluator.begin(record);
}
