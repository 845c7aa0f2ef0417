// `skein eval`
import { changeDefinition } from '@skein/engine';
import type { EvaluationReport } from '../../evaluations/evaluation.ts';
import type { CommandCall } from '../arguments/command.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { withAssistant } from '../building/assistant/with-assistant.ts';
import { usageError } from '../errors/command-error.ts';
import { loadConfig } from '../inputs/load-config.ts';
import { readChanges } from '../inputs/read-changes.ts';
import { readCompiler } from '../inputs/read-compiler.ts';
import { jsonText } from '../output/json-text.ts';
import { junitXml } from '../output/junit-xml.ts';
import { printJson } from '../output/print-json.ts';
import { writeText } from '../output/write-text.ts';
import { evaluate } from './evaluate.ts';
import type { ReadEvaluation } from './evaluation-file.ts';
import { printEvaluation } from './print-evaluation.ts';
import { readEvaluation } from './read-evaluation.ts';
import { readBaseline, reportEvaluation } from './report-evaluation.ts';

export async function evalCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [file = ''] = given.positionals;
  const baselineFile = given.one('baseline');
  // Before anything is run: an evaluation may cost money.
  const baseline = baselineFile === undefined ? undefined : readBaseline(baselineFile);
  const evaluation = await withChanges(await readEvaluation(file), given);
  const isRecording = given.has('record');
  if (isRecording && evaluation.cassetteFile === undefined)
    throw usageError('The evaluation names no cassette.', 'Add "cassette": "FILE.jsonl" to it.');
  const trials = wholeNumber(given, 'trials') ?? evaluation.trials;
  const total = evaluation.cases.length * trials;
  const cases = await evaluate(evaluation, {
    configured: withAssistant(await loadConfig(given)),
    concurrency: wholeNumber(given, 'concurrency') ?? 4,
    trials,
    isRecording,
    onCase: (done) => {
      if (terminal.isLive) terminal.note(`… ${done} of ${total}\r`);
    },
  });
  const changes = given.all('with');
  const report = reportEvaluation(evaluation, { cases, changes, trials, baseline });
  await writeReports(given, file, report);
  if (isJson) printJson(terminal, report);
  else printEvaluation(terminal, file, report);
  return report.passed ? 0 : 1;
}

async function withChanges(
  evaluation: ReadEvaluation,
  given: ParsedArguments,
): Promise<ReadEvaluation> {
  const { definition: other, input: _, ...change } = await readChanges(given.all('with'));
  if (other !== undefined)
    // Read from a file of JSON, and found to be an object.
    return { ...evaluation, definition: other as ReadEvaluation['definition'], dialect: undefined };
  if (Object.keys(change).length === 0) return evaluation;
  const compile = await readCompiler(given);
  const { dialect } = evaluation;
  const compiled = compile(evaluation.definition, dialect === undefined ? {} : { dialect });
  // A definition that does not compile is told when it is run.
  if (compiled.graph === null || compiled.dialect === null) return evaluation;
  const about = { graph: compiled.graph, dialect: compiled.dialect };
  // It is JSON, as what it was made from.
  const changed = changeDefinition({ compile }, about, change) as ReadEvaluation['definition'];
  return { ...evaluation, definition: changed };
}

async function writeReports(
  given: ParsedArguments,
  file: string,
  report: EvaluationReport,
): Promise<void> {
  const out = given.one('out');
  if (out !== undefined) await writeText(out, `${jsonText(report)}\n`);
  const junit = given.one('junit');
  if (junit === undefined) return;
  const cases = report.gate.map(({ message, passed }) => ({
    name: message,
    ms: 0,
    failures: passed ? [] : [{ message, text: message }],
  }));
  await writeText(junit, junitXml([{ name: file, cases }]));
}

function wholeNumber(given: ParsedArguments, option: string): number | undefined {
  const written = given.one(option);
  if (written === undefined) return undefined;
  const value = Number(written);
  if (Number.isInteger(value) && value >= 1 && value <= 1000) return value;
  throw usageError(`--${option} must be a whole number from 1 to 1000, not ${written}.`);
}
