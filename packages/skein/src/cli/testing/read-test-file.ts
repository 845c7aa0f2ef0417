// Reads a test file, with all that it names: the workflow, scripts, cassettes and views, by their paths from its folder.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  checkJsonSchema,
  parseCassette,
  parseScript,
  type Cassette,
  type Script,
} from '@skein/agents';
import { parseJson } from '@skein/dialects';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { packageFile } from '../../package-file.ts';
import { problemError } from '../errors/command-error.ts';
import { readCassette } from '../inputs/read-cassette.ts';
import { requireDefinition, unreadable } from '../inputs/read-definition.ts';
import { readText } from '../inputs/read-text.ts';
import { readScript } from '../inputs/read-script.ts';
import type { PersonAnswer, SentEvent, TestCase, TestFile, WrittenTest } from './test-file.ts';

export interface ReadTestFile {
  readonly file: string;
  /** As written, for `--update`. */
  readonly written: TestFile;
  readonly tests: readonly TestCase[];
}

export async function readTestFile(file: string): Promise<ReadTestFile> {
  const written = checkTests(file, await readJson(file));
  return { file, written, tests: await readTests(file, written) };
}

/** Tests that are in no file, and so cannot name any. */
export async function readInlineTests(json: Json): Promise<readonly TestCase[]> {
  const written = checkTests(nowhere, json);
  for (const each of [written, ...written.tests]) {
    const { workflow, script, cassette } = each;
    const view = 'expect' in each ? each.expect?.view?.is : undefined;
    if ([workflow, script, cassette, view].some((part) => typeof part === 'string'))
      throw invalid(nowhere, ['a file is named: give its content instead']);
  }
  return readTests(nowhere, written);
}

const nowhere = 'these tests';

function checkTests(file: string, json: Json): TestFile {
  const checked = checkJsonSchema(readSchema(), json, { isAlone: true });
  if (checked.result === 'misfit') throw invalid(file, checked.problems);
  // The schema says that it has this form.
  return json as unknown as TestFile;
}

async function readTests(file: string, written: TestFile): Promise<readonly TestCase[]> {
  const tests: TestCase[] = [];
  for (const [place, test] of written.tests.entries()) {
    tests.push(await readTest(file, { ...written, ...test }, place));
  }
  return tests;
}

async function readJson(file: string): Promise<Json> {
  const json = parseJson(await readText(file));
  if (!json.ok) throw unreadable(file, json.diagnostics);
  return json.json;
}

function readSchema(): Json {
  // It ships with this code, and is JSON.
  return JSON.parse(readFileSync(packageFile('skein.test.schema.json'), 'utf8')) as Json;
}

function invalid(file: string, problems: readonly string[]): Error {
  return problemError('TEST_INVALID', { file, problems });
}

async function readTest(
  file: string,
  test: TestFile & WrittenTest,
  place: number,
): Promise<TestCase> {
  const { workflow, script, cassette, expect = {}, ...rest } = test;
  const beside = (name: string) => path.join(path.dirname(file), name);
  const where = `/tests/${place}`;
  if (workflow === undefined)
    throw invalid(file, [`${where} does not name a workflow, and neither does the file`]);
  const definition =
    typeof workflow === 'string'
      ? await requireDefinition(beside(workflow), test.dialect)
      : // The schema says that it is an object.
        (workflow as Json);
  if (!isObject(definition)) throw invalid(file, [`${where}/workflow is not a definition`]);
  const recorded = cassette === undefined ? undefined : await cassetteOf(cassette, file, beside);
  const isFile = typeof expect.view?.is === 'string';
  return {
    ...rest,
    place,
    definition,
    expect,
    people: test.people ?? peopleOf(recorded),
    events: test.events ?? eventsOf(recorded),
    ...(script !== undefined && { script: await scriptOf(script, file, beside) }),
    ...(recorded !== undefined && { cassette: recorded }),
    ...(expect.view !== undefined && {
      expectedView: isFile
        ? await readJson(beside(String(expect.view.is)))
        : // The schema says that it is an object.
          (expect.view.is as Json),
    }),
  };
}

type Beside = (name: string) => string;

async function scriptOf(given: string | JsonObject, file: string, beside: Beside): Promise<Script> {
  if (typeof given === 'string') return readScript(beside(given));
  const parsed = parseScript(JSON.stringify(given));
  if (parsed.ok) return parsed.script;
  throw invalid(
    file,
    parsed.problems.map(({ pointer, message }) => `script${pointer}: ${message}`),
  );
}

async function cassetteOf(
  given: string | JsonObject,
  file: string,
  beside: Beside,
): Promise<Cassette> {
  if (typeof given === 'string') return readCassette(beside(given));
  const parsed = parseCassette(given);
  if (parsed.ok) return parsed.cassette;
  throw invalid(
    file,
    parsed.problems.map((problem) => `cassette ${problem}`),
  );
}

/** Without a list of people, those of the recording answer. */
function peopleOf(cassette: Cassette | undefined): readonly PersonAnswer[] {
  const answers = cassette?.answers ?? [];
  return answers.flatMap(({ event, ...answer }) => (event === undefined ? [answer] : []));
}

function eventsOf(cassette: Cassette | undefined): readonly SentEvent[] {
  const answers = cassette?.answers ?? [];
  return answers.flatMap(({ event, answer, afterMs = 0 }) =>
    event === undefined ? [] : [{ name: event, data: answer, afterMs }],
  );
}
