// What a thread for large work runs: it reads bodies, and checks and converts definitions, one after the other.
// W1. Nothing is thrown out of here: what is wrong with a text is an answer.
import { parentPort, workerData } from 'node:worker_threads';
import { checkBody, isObject, readBody, routes, type Json } from '@skein/api';
import { detectDialect, missingAgents, placedConfigs, readImport } from '@skein/dialects';
import {
  ceilingsOf,
  checkDefinition,
  convertDefinition,
  withCeilings,
  type Compile,
} from '@skein/engine';
import { EngineError } from '@skein/ports';
import type {
  CheckAnswer,
  CheckJob,
  ConvertAnswer,
  ConvertJob,
  ImportAnswer,
  ImportJob,
  LargeJob,
  ReadAnswer,
  ReadJob,
} from '@skein/server';
import { composeWorkflows } from '../parts/compose-workflows.ts';
import { hostOf, type LargeWorkSetup } from './large-work-setup.ts';

// The thread that starts this one gives it.
const setup = workerData as LargeWorkSetup;
const { nodeTypes, compile: compileAny } = composeWorkflows(hostOf(setup));
const compile: Compile = withCeilings(compileAny, ceilingsOf(setup.ceilings));

parentPort?.on('message', (job: LargeJob) => {
  void answer(job).then((given) => parentPort?.postMessage(given));
});
parentPort?.postMessage('ready');

async function answer(job: LargeJob) {
  try {
    return { ok: true, value: await perform(job) };
  } catch (error) {
    if (error instanceof EngineError) {
      const { code, details } = error;
      return { ok: true, value: { type: 'refused', code, details } };
    }
    return { ok: false, message: error instanceof Error ? (error.stack ?? error.message) : '' };
  }
}

function perform(job: LargeJob): ReadAnswer | CheckAnswer | ConvertAnswer | Promise<ImportAnswer> {
  switch (job.type) {
    case 'read':
      return read(job);
    case 'check':
      return check(job);
    case 'convert':
      return convert(job);
    case 'import':
      return importFile(job);
  }
}

function read({ route, body }: ReadJob): ReadAnswer {
  const json = parse(textOf(body));
  checkKeys(json);
  const checked = checkBody(routes[route], json);
  if (!checked.ok) throw new EngineError('REQUEST_INVALID', { complaints: checked.complaints });
  if (checked.value === json) return { type: 'read', text: null };
  const text = JSON.stringify(checked.value);
  return { type: 'read', text: text === JSON.stringify(json) ? null : text };
}

function check({ text, reading, isWhole }: CheckJob): CheckAnswer {
  const definition = parse(typeof text === 'string' ? text : textOf(text));
  if (!isWhole && refersElsewhere(definition, reading.dialect)) return { type: 'incomplete' };
  if (isOfHost(definition, reading)) return { type: 'only here' };
  return { type: 'checked', checked: checkDefinition({ compile, nodeTypes }, definition, reading) };
}

function convert({ text, to, reading }: ConvertJob): ConvertAnswer {
  const definition = parse(text);
  if (isOfHost(definition, reading)) return { type: 'only here' };
  const made = convertDefinition(compile, definition, { to, ...reading });
  return { type: 'converted', text: JSON.stringify(made) };
}

async function importFile({ text, name, format }: ImportJob): Promise<ImportAnswer> {
  const found = await readImport({ text, name, format });
  return found.type === 'imported' ? { type: 'text', text: JSON.stringify(found.imported) } : found;
}

/** An agent-graph may only name its agents. */
function refersElsewhere(definition: Json, named: string | undefined): boolean {
  const dialect = named ?? detectDialect(definition)?.name;
  return dialect === 'agent-graph' && isObject(definition) && missingAgents(definition).length > 0;
}

/** Whether a node has a type whose code is only in the thread that everything was started in. */
function isOfHost(definition: Json, reading: CheckJob['reading']): boolean {
  if (setup.onlyHere.length === 0) return false;
  const { workflow = null, dialect = 'native', placeOf } = compile(definition, reading);
  const types = new Set(setup.onlyHere);
  return placedConfigs({ workflow, dialect, placeOf }).some(({ type }) => types.has(type));
}

const keysMax = 20_000;

/** Even listing the keys of a larger object would keep everybody waiting. */
function checkKeys(json: Json): void {
  const open: Json[] = [json];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    // What is inside of JSON is JSON.
    const values = Object.values(next) as Json[];
    if (!Array.isArray(next) && values.length > keysMax)
      throw new EngineError('TOO_LARGE', {
        what: 'An object of the body',
        limit: `${keysMax} keys`,
      });
    for (const value of values) if (typeof value === 'object') open.push(value);
  }
}

const decoder = new TextDecoder();

function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

function parse(text: string): Json {
  const read = readBody(text);
  if (read.ok) return read.json;
  const [first] = read.diagnostics;
  if (first?.code === 'TOO_DEEP')
    throw new EngineError('TOO_DEEP', { what: 'The body', limit: 200 });
  throw new EngineError('BAD_JSON', { what: 'The body', complaint: first?.message ?? '' });
}
