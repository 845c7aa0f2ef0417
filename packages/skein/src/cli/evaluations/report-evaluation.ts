import { readFileSync } from 'node:fs';
import { isObject, type Json } from '@skein/kernel';
import { checkGate } from '../../evaluations/check-gate.ts';
import { addUsage, noUsage } from '../../evaluations/add-usage.ts';
import type { EvaluationReport, JudgedCase } from '../../evaluations/evaluation.ts';
import { summarizeScores } from '../../evaluations/summarize-scores.ts';
import { usageError } from '../errors/command-error.ts';
import type { ReadEvaluation } from './evaluation-file.ts';
import { scorerName } from './read-evaluation.ts';

/** Everything that an evaluation found, as one document: a later one can be compared with it. */
export function reportEvaluation(
  { definition, scorers: written, gate }: ReadEvaluation,
  {
    cases,
    changes,
    trials,
    baseline,
  }: {
    readonly cases: readonly JudgedCase[];
    readonly changes: readonly string[];
    readonly trials: number;
    readonly baseline: readonly JudgedCase[] | undefined;
  },
): EvaluationReport {
  const scorers = written.map((scorer) => {
    const name = scorerName(scorer);
    const worse = Object.hasOwn(gate, name) ? gate[name]?.worse : undefined;
    return summarizeScores(name, cases, { baseline, worse });
  });
  const results = scorers.flatMap((summary) =>
    Object.hasOwn(gate, summary.name) ? checkGate(gate[summary.name] ?? {}, summary) : [],
  );
  const { id } = definition;
  return {
    eval: 1,
    workflow: typeof id === 'string' ? id : '',
    with: changes,
    trials,
    cases,
    scorers,
    usage: cases.flatMap((each) => each.trials.map(({ usage }) => usage)).reduce(addUsage, noUsage),
    gate: results,
    passed: results.every(({ passed }) => passed),
  };
}

/** The cases of an earlier report. */
export function readBaseline(file: string): readonly JudgedCase[] {
  const report = parse(file);
  if (isObject(report) && report['eval'] === 1 && Array.isArray(report['cases'])) {
    // Written by this command.
    return report['cases'] as unknown as readonly JudgedCase[];
  }
  throw usageError(
    `${file} is not the result of an evaluation.`,
    'Write one with `skein eval FILE --out RESULT.json`, and name that.',
  );
}

function parse(file: string): Json {
  try {
    const report: Json = JSON.parse(readFileSync(file, 'utf8'));
    return report;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError(`The baseline ${file} cannot be read: ${reason}`, 'Name a result of --out.');
  }
}
