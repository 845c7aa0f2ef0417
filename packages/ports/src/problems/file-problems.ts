// Problems with files that users write beside their workflows: scripts, cassettes, tests, evaluations.
import type { Diagnostic } from '@skein/kernel';
import { problem } from './problem.ts';

export const fileProblems = {
  SCRIPT_INVALID: problem(
    [422, 2],
    (details: { file: string; diagnostics: readonly Diagnostic[] }) =>
      `The script ${details.file} has ${countMistakes(details.diagnostics.length)}.`,
    'Fix the listed mistakes; docs/cli.md shows the format of a script.',
  ),
  CASSETTE_INVALID: problem(
    [422, 2],
    (details: { file: string; problems: readonly string[] }) =>
      `The cassette cannot be used (${details.file}): ${details.problems.join('; ')}.`,
    'Record it again with `skein runs record`, or correct it; docs/testing.md shows its format.',
  ),
  TEST_INVALID: problem(
    [422, 2],
    (details: { file: string; problems: readonly string[] }) =>
      `The test file cannot be used (${details.file}): ${details.problems.join('; ')}.`,
    'Correct it; docs/testing.md lists every key, and skein.test.schema.json is its schema.',
  ),
  EVALUATION_INVALID: problem(
    [422, 2],
    (details: { file: string; problems: readonly string[] }) =>
      `The evaluation cannot be used (${details.file}): ${details.problems.join('; ')}.`,
    'Correct it; docs/evaluations.md lists every key, and skein.eval.schema.json is its schema.',
  ),
  SCORER_FAILED: problem(
    [422, 2],
    (details: { scorer: string; complaint: string }) =>
      `The scorer "${details.scorer}" cannot be used: ${details.complaint}.`,
    'A scorer gives a number from 0 to 1, true, false, null, or an object with a "score"; docs/evaluations.md has one of each kind.',
  ),
} as const;

function countMistakes(count: number): string {
  return count === 1 ? 'one mistake' : `${count} mistakes`;
}
