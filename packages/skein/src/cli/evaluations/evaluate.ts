// Evaluating
// Runs every case as often as asked, a few at a time, and lets all scorers judge each result. Each run has a world of its own, with
// virtual time, as a test has: cases cannot influence each other, and a person who takes a day costs nothing.
import type { RunJson } from '@skein/engine';
import type { Json, JsonObject } from '@skein/kernel';
import type { JudgedCase, Trial } from '../../evaluations/evaluation.ts';
import { withoutUndefined } from '../../without-undefined.ts';
import type { ConfiguredOptions } from '../inputs/load-config.ts';
import { playTest } from '../testing/play-test.ts';
import { caseCassettes, type CaseCassettes } from './case-cassettes.ts';
import type { ReadEvaluation } from './evaluation-file.ts';
import { makeScorer, type Judged, type RunJudge, type Scorer, type TrialPlace } from './scorer.ts';

export interface EvaluateOptions {
  readonly configured: ConfiguredOptions;
  /** How many runs at a time. */
  readonly concurrency: number;
  readonly trials: number;
  /** Whether what models and tools answer is written down. */
  readonly isRecording: boolean;
  readonly onCase?: (done: number) => void;
}

export async function evaluate(
  evaluation: ReadEvaluation,
  { configured, concurrency, trials, isRecording, onCase }: EvaluateOptions,
): Promise<readonly JudgedCase[]> {
  const { file, folder, cases, cassetteFile } = evaluation;
  const cassettes = cassetteFile === undefined ? null : await caseCassettes(cassetteFile);
  const player = { evaluation, configured, cassettes, isRecording };
  const runJudge: RunJudge = ({ given, trial }, judge) => play(player, { given, trial, ...judge });
  const scorers: Scorer[] = [];
  for (const scorer of evaluation.scorers) {
    scorers.push(await makeScorer(scorer, { file, folder, runJudge }));
  }
  const judged = cases.map(({ id, line, tags }) => {
    const made: Trial[] = [];
    return { id, line, tags, trials: made };
  });
  const work = cases.flatMap((given, index) =>
    Array.from({ length: trials }, (_, before) => ({ given, index, trial: before + 1 })),
  );
  let done = 0;
  await inTurns(concurrency, work, async ({ given, index, trial }) => {
    const { definition } = evaluation;
    const run = await play(player, { given, trial, definition, input: given.input });
    (judged[index]?.trials ?? [])[trial - 1] = await judge(scorers, { given, trial, run });
    onCase?.((done += 1));
  });
  if (isRecording) await cassettes?.save();
  return judged;
}

interface Player {
  readonly evaluation: ReadEvaluation;
  readonly configured: ConfiguredOptions;
  readonly cassettes: CaseCassettes | null;
  readonly isRecording: boolean;
}

async function play(
  { evaluation, configured, cassettes, isRecording }: Player,
  {
    given,
    trial,
    definition,
    input,
  }: TrialPlace & { readonly definition: JsonObject; readonly input: Json },
): Promise<RunJson> {
  const { people, script, missing, dialect } = evaluation;
  const isJudge = definition !== evaluation.definition;
  const played = await playTest(
    {
      name: given.id,
      place: given.line,
      definition,
      input,
      people: isJudge ? [] : people,
      events: [],
      expect: {},
      ...withoutUndefined({
        script,
        dialect: isJudge ? undefined : dialect,
        cassette: cassettes?.of(given.id, trial),
        missing: isRecording ? 'live' : missing,
      }),
    },
    configured,
  );
  try {
    if (isRecording) await cassettes?.put(given.id, trial, await played.record());
    return played.run;
  } finally {
    await played.close();
  }
}

async function judge(scorers: readonly Scorer[], judged: Judged): Promise<Trial> {
  const scores: [string, Trial['scores'][string]][] = [];
  for (const { name, score } of scorers) scores.push([name, await score(judged)]);
  const { status, output, error, usage } = judged.run;
  return {
    status,
    output,
    error: error === null ? null : { code: error.code, message: error.message },
    usage,
    scores: Object.fromEntries(scores),
  };
}

/** Runs the work in order, so many at a time; the first that fails ends it. */
async function inTurns<Item>(
  width: number,
  work: readonly Item[],
  perform: (item: Item) => Promise<void>,
): Promise<void> {
  const items = work.values();
  const worker = async () => {
    for (const item of items) await perform(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, work.length) }, worker));
}
