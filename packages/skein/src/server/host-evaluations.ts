// Evaluations over REST: scorers that run no code of their own, and the statistics of `skein eval`.
import { isObject, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import type { HostEvaluations } from '@skein/server';
import type { JudgedCase, Score, Usage } from '../evaluations/evaluation.ts';

/** Loaded when somebody evaluates: runs need neither statistics nor expressions. */
const checks = () => import('../evaluations/score-check.ts');

export const hostEvaluations: HostEvaluations = {
  async complaint(scorer) {
    const check = textAt(scorer, 'check');
    if (check === undefined) return null;
    const { readCheck } = await checks();
    const read = readCheck(check);
    return read.ok ? null : `The check "${check}": ${read.message}`;
  },
  async score(scorer, { given, run }, judge) {
    const check = textAt(scorer, 'check');
    const usage = textAt(scorer, 'usage');
    const { readCheck, scoreUsage } = await checks();
    if (check !== undefined) {
      const read = readCheck(check);
      if (!read.ok) throw new Error(read.message);
      return scored(nameOf(scorer), read.score(given, run));
    }
    if (usage !== undefined)
      // The schema of the request lists them.
      return { ...scoreUsage(run, usage as keyof Usage, Number(scorer['max'])) };
    const { input, expected = null, metadata } = given;
    const about = { input, output: run.output, expected, metadata };
    return scored(nameOf(scorer), await judge(textAt(scorer, 'workflow') ?? '', about));
  },
  async report({ workflow, scorers, trials, cases, baseline }) {
    const { summarizeScores } = await import('../evaluations/summarize-scores.ts');
    const { addUsage, noUsage } = await import('../evaluations/add-usage.ts');
    const before = isObject(baseline) ? ownValue(baseline, 'cases') : undefined;
    // A report of this function; scores are checked when they are made.
    const earlier = before as unknown as readonly JudgedCase[] | undefined;
    // The same with scores as JSON.
    const judged = cases as unknown as readonly JudgedCase[];
    const spent = judged.flatMap((each) => each.trials.map(({ usage }) => usage));
    const found = {
      eval: 1,
      workflow,
      trials,
      cases: judged,
      scorers: scorers.map((scorer) =>
        summarizeScores(nameOf(scorer), judged, { baseline: earlier }),
      ),
      usage: spent.reduce(addUsage, noUsage),
    };
    // Numbers, texts and lists.
    return found as unknown as Json;
  },
  nameOf,
};

function nameOf(scorer: JsonObject): string {
  const named = ['name', 'check', 'usage', 'workflow'].map((key) => textAt(scorer, key));
  return named.find((name) => name !== undefined) ?? 'score';
}

async function scored(name: string, said: Json | Score): Promise<JsonObject> {
  const { readScore } = await checks();
  const score = readScore(said);
  if (score !== null) return { ...score };
  throw new Error(`The score of "${name}" is not a number from 0 to 1.`);
}
