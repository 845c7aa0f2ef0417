// Scorers
// Each looks at one result and says how good it is, between 0 and 1.
//
// C1. A run that did not complete gets 0 from every scorer: what a workflow cannot do, it does not do well.
// C2. A scorer that itself fails stops the evaluation: a score of 0 would blame the workflow.
import type { RunJson } from '@skein/engine';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { importModule } from '../../config/import-module.ts';
import type { EvaluationCase, Score } from '../../evaluations/evaluation.ts';
import { readCheck, readScore, scoreUsage } from '../../evaluations/score-check.ts';
import { problemError } from '../errors/command-error.ts';
import type { WrittenScorer } from './evaluation-file.ts';
import { definitionOf, invalid, scorerName } from './read-evaluation.ts';

export interface TrialPlace {
  readonly given: EvaluationCase;
  /** From 1. */
  readonly trial: number;
}

export interface Judged extends TrialPlace {
  readonly run: RunJson;
}

export interface Scorer {
  readonly name: string;
  readonly score: (judged: Judged) => Promise<Score>;
}

/** Runs a workflow that judges, as the case itself is run. */
export type RunJudge = (
  place: TrialPlace,
  judge: { readonly definition: JsonObject; readonly input: Json },
) => Promise<RunJson>;

export async function makeScorer(
  scorer: WrittenScorer,
  {
    file,
    folder,
    runJudge,
  }: { readonly file: string; readonly folder: string; readonly runJudge: RunJudge },
): Promise<Scorer> {
  const name = scorerName(scorer);
  const make = async (): Promise<Scorer['score']> => {
    if ('check' in scorer) return checkScorer(file, scorer.check);
    if ('usage' in scorer) return async ({ run }) => scoreUsage(run, scorer.usage, scorer.max);
    if ('module' in scorer) return moduleScorer(name, scorer.module, folder);
    const beside = (other: string) => `${folder}/${other}`;
    const definition = await definitionOf(scorer.workflow, beside);
    if (!isObject(definition))
      throw invalid(file, [`the workflow of "${name}" is not a definition`]);
    return judgeScorer(name, definition, runJudge);
  };
  const score = await make();
  return {
    name,
    score: async (judged) => {
      const { status } = judged.run;
      if (status !== 'completed' && status !== 'stopped') return { score: 0 };
      return score(judged);
    },
  };
}

function checkScorer(file: string, text: string): Scorer['score'] {
  const read = readCheck(text);
  if (!read.ok) throw invalid(file, [`the check "${text}": ${read.message}`]);
  return async ({ given, run }) => toScore(text, read.score(given, run));
}

/** A function with the signature that evaluation libraries share. */
async function moduleScorer(
  name: string,
  module: string,
  folder: string,
): Promise<Scorer['score']> {
  const [place = '', exported = 'default'] = module.split('#');
  const loaded = await importModule(place, folder);
  const scorer = loaded[exported];
  if (typeof scorer !== 'function')
    throw failed(name, `${place} exports no function "${exported}"`);
  return async ({ given, run }) => {
    const { input, expected, metadata } = given;
    let said: unknown;
    try {
      // A scorer of a user; what it returns is checked.
      said = await (scorer as (given: object) => unknown)({
        input,
        output: run.output,
        expected,
        metadata,
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw failed(name, `it threw for the case ${given.id}: ${reason}`);
    }
    // What is not JSON is no score, and refused as such.
    return toScore(name, (said ?? null) as Json);
  };
}

function judgeScorer(name: string, definition: JsonObject, runJudge: RunJudge): Scorer['score'] {
  return async (judged) => {
    const { given, run } = judged;
    const { input, expected = null, metadata = {} } = given;
    const about = { input, output: run.output, expected, metadata };
    const judge = await runJudge(judged, { definition, input: about });
    if (judge.status !== 'completed') {
      const reason = judge.error === null ? `it is ${judge.status}` : judge.error.message;
      throw failed(name, `the judge did not complete for the case ${given.id}: ${reason}`);
    }
    return toScore(name, judge.output);
  };
}

function toScore(name: string, said: Json | Score): Score {
  const score = readScore(said);
  if (score !== null) return score;
  const shown = JSON.stringify(said).slice(0, 80);
  throw failed(name, `its score is ${shown}, not a number from 0 to 1`);
}

function failed(scorer: string, complaint: string): Error {
  return problemError('SCORER_FAILED', { scorer, complaint });
}
