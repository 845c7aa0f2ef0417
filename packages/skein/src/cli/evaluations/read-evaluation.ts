// Reads an evaluation file, with the workflow, the script and the cases that it names.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkJsonSchema, parseScript, type Script } from '@skein/agents';
import { contentHash, parseJson } from '@skein/dialects';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import type { EvaluationCase } from '../../evaluations/evaluation.ts';
import { packageFile } from '../../package-file.ts';
import { problemError } from '../errors/command-error.ts';
import { requireDefinition, unreadable } from '../inputs/read-definition.ts';
import { readScript } from '../inputs/read-script.ts';
import { readText } from '../inputs/read-text.ts';
import type {
  EvaluationFile,
  ReadEvaluation,
  WrittenCase,
  WrittenScorer,
} from './evaluation-file.ts';

export async function readEvaluation(file: string): Promise<ReadEvaluation> {
  const json = parseJson(await readText(file));
  if (!json.ok) throw unreadable(file, json.diagnostics);
  const written = checkFile(file, json.json);
  const folder = path.dirname(file);
  const beside = (name: string) => path.join(folder, name);
  const definition = await definitionOf(written.workflow, beside, written.dialect);
  if (!isObject(definition)) throw invalid(file, ['/workflow is not a definition']);
  const scorers = written.scorers.map((scorer) => ({ ...scorer, name: scorerName(scorer) }));
  checkNames(file, scorers, written.gate ?? {});
  return {
    file,
    folder,
    definition,
    dialect: written.dialect,
    cases:
      typeof written.data === 'string'
        ? await readCases(beside(written.data))
        : numbered(file, written.data),
    trials: written.trials ?? 1,
    scorers,
    people: written.people ?? [],
    script: await scriptOf(written.script, file, beside),
    cassetteFile: written.cassette === undefined ? undefined : beside(written.cassette),
    missing: written.missing,
    gate: written.gate ?? {},
  };
}

/** Its own name, or what it looks at. */
export function scorerName(scorer: WrittenScorer): string {
  if (scorer.name !== undefined) return scorer.name;
  if ('check' in scorer) return 'check';
  if ('usage' in scorer) return scorer.usage;
  if ('module' in scorer) return scorer.module.split('#').at(-1) ?? scorer.module;
  return typeof scorer.workflow === 'string' ? path.parse(scorer.workflow).name : 'judge';
}

export function definitionOf(
  workflow: string | JsonObject,
  beside: (name: string) => string,
  dialect?: string,
): Promise<Json> {
  if (typeof workflow === 'string') return requireDefinition(beside(workflow), dialect);
  return Promise.resolve(workflow);
}

function checkFile(file: string, json: Json): EvaluationFile {
  const checked = checkJsonSchema(readSchema(), json, { isAlone: true });
  if (checked.result === 'misfit') throw invalid(file, checked.problems);
  // The schema says that it has this form.
  return json as unknown as EvaluationFile;
}

function readSchema(): Json {
  // It ships with this code, and is JSON.
  return JSON.parse(readFileSync(packageFile('skein.eval.schema.json'), 'utf8')) as Json;
}

/** Results are kept by these names: two of the same name would be one. */
function checkNames(file: string, scorers: readonly WrittenScorer[], gate: object): void {
  const names = scorers.map(scorerName);
  const twice = names.filter((name, place) => names.indexOf(name) !== place);
  const unknown = Object.keys(gate).filter((name) => !names.includes(name));
  const problems = [
    ...twice.map((name) => `two scorers are called "${name}": give one a "name" of its own`),
    ...unknown.map(
      (name) => `/gate names "${name}", which is not a scorer; there are ${names.join(', ')}`,
    ),
  ];
  if (problems.length > 0) throw invalid(file, problems);
}

async function scriptOf(
  given: EvaluationFile['script'],
  file: string,
  beside: (name: string) => string,
): Promise<Script | undefined> {
  if (given === undefined) return undefined;
  if (typeof given === 'string') return readScript(beside(given));
  const parsed = parseScript(JSON.stringify(given));
  if (parsed.ok) return parsed.script;
  throw invalid(
    file,
    parsed.problems.map(({ pointer, message }) => `script${pointer}: ${message}`),
  );
}

/** One case a line; empty lines are for people. */
async function readCases(file: string): Promise<readonly EvaluationCase[]> {
  const lines = (await readText(file)).split('\n');
  const cases: WrittenCase[] = [];
  const places: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const parsed = parseJson(line);
    if (!parsed.ok) {
      const [first] = parsed.diagnostics;
      throw invalid(file, [`line ${index + 1} is not JSON: ${first?.message ?? 'unknown'}`]);
    }
    const { json } = parsed;
    if (!isObject(json) || !Object.hasOwn(json, 'input'))
      throw invalid(file, [`line ${index + 1} is not an object with an "input"`]);
    const misfit = checkJsonSchema(caseSchema(), json, { isAlone: true });
    if (misfit.result === 'misfit')
      throw invalid(
        file,
        misfit.problems.map((problem) => `line ${index + 1}: ${problem}`),
      );
    // The schema says that it has this form.
    cases.push(json as unknown as WrittenCase);
    places.push(index + 1);
  }
  return numbered(file, cases, places);
}

function caseSchema(): Json {
  const schema = readSchema();
  const defs = isObject(schema) ? schema['$defs'] : undefined;
  return isObject(defs) ? (defs['case'] ?? true) : true;
}

function numbered(
  file: string,
  cases: readonly WrittenCase[],
  places?: readonly number[],
): readonly EvaluationCase[] {
  if (cases.length === 0) throw invalid(file, ['there is no case in it']);
  const seen = new Map<string, number>();
  return cases.map((written, index) => {
    const { id, tags = [], ...given } = written;
    const name =
      id ?? contentHash({ input: given.input, expected: given.expected ?? null }).slice(7, 15);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    if (id !== undefined && before > 0) throw invalid(file, [`two cases have the id "${id}"`]);
    const unique = before === 0 ? name : `${name}-${before + 1}`;
    return { ...given, id: unique, line: places?.[index] ?? index + 1, tags };
  });
}

export function invalid(file: string, problems: readonly string[]): Error {
  return problemError('EVALUATION_INVALID', { file, problems });
}
