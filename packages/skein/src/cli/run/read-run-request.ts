// What `skein run` was asked to do, read from its options before anything is started.
import { existsSync } from 'node:fs';
import type { Json } from '@skein/kernel';
import { timerMsMax } from '@skein/ports';
import { composeWorkflows } from '../../parts/compose-workflows.ts';
import type { CommandCall } from '../arguments/command.ts';
import { problemError, usageError } from '../errors/command-error.ts';
import { loadConfig } from '../inputs/load-config.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { requireDefinition } from '../inputs/read-definition.ts';
import { readingOf, type Reading } from '../inputs/reading.ts';
import { keptStoreUrl, storeUrl } from '../inputs/store-url.ts';
import { readAnswerer } from '../inputs/read-answerer.ts';
import { parseAnswer } from '../inputs/parse-answer.ts';
import { isGraphAddress, keepInGraph, readDrawn } from './read-drawn.ts';
import type { RunRequest, RunSource } from './run-request.ts';
import { readCassette } from '../inputs/read-cassette.ts';
import { readInput } from '../inputs/read-input.ts';
import { readPart } from './read-part.ts';
import { readScriptOption } from '../inputs/read-script.ts';

export async function readRunRequest(call: CommandCall): Promise<RunRequest> {
  const { arguments: given } = call;
  const [file = '-'] = given.positionals;
  const isDrawn = isGraphAddress(file);
  const { store, isDetached } = isDrawn ? keepInGraph(given, file) : readKeeping(given);
  const answers = given.all('answer').map(parseAnswer);
  const timeoutMs = readTimeout(given.one('timeout'));
  const reading = readingOf(given);
  const source = isDrawn
    ? await readDrawn(file, given)
    : await readSource(file, reading, store, given.one('workflow'));
  const configured = await loadConfig(given);
  const part = await readPart(call);
  const explain = given.all('explain');
  if (explain.length > 0 && 'definition' in source) {
    checkNodes(source.definition, { reading, configured }, explain);
  }
  const written = given.one('input');
  const input = written === undefined ? undefined : await readInput(written, call.terminal);
  const script = await readScriptOption(given);
  const cassetteFile = given.one('cassette');
  const cassette = cassetteFile === undefined ? undefined : await readCassette(cassetteFile);
  return {
    source,
    store,
    isDetached,
    reading,
    part,
    configured,
    answers,
    answerer: readAnswerer(given),
    explain,
    input,
    // The table has checked that it is one of them.
    missing: given.one('missing') as 'fail' | 'live',
    script,
    cassette,
    record: given.one('record'),
    view: given.one('view'),
    trigger: given.one('trigger'),
    key: given.one('key'),
    timeoutMs,
  };
}

function readKeeping(given: ParsedArguments): Pick<RunRequest, 'store' | 'isDetached'> {
  const isDetached = given.has('detach');
  return { store: isDetached ? keptStoreUrl(given, 'run --detach') : storeUrl(given), isDetached };
}

/** A name that is not a file may be the id of a workflow in the store. */
async function readSource(
  file: string,
  { dialect }: Reading,
  store: string,
  workflow: string | undefined,
): Promise<RunSource> {
  if (workflow !== undefined) {
    throw usageError(
      '--workflow names a graph that was drawn in Neo4j.',
      'Give the address of the database first: skein run neo4j://… --workflow NAME.',
    );
  }
  if (store !== 'memory' && file !== '-' && !existsSync(file)) return { workflow: file };
  return { definition: await requireDefinition(file, dialect) };
}

function readTimeout(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const milliseconds = Number(written) * 1000;
  const isTime = written.trim() !== '' && milliseconds > 0 && milliseconds <= timerMsMax;
  if (isTime) return milliseconds;
  throw usageError(
    `--timeout cannot be "${written}".`,
    `Give seconds, more than 0 and at most ${Math.floor(timerMsMax / 1000)}.`,
  );
}

/** Asked before the run, which may take long. A definition with errors is refused later, for those. */
function checkNodes(
  definition: Json,
  { reading, configured }: Pick<RunRequest, 'reading' | 'configured'>,
  nodes: readonly string[],
): void {
  const { graph } = composeWorkflows(configured).compile(definition, reading);
  const missing = graph === null ? undefined : nodes.find((node) => !graph.nodeById.has(node));
  if (graph === null || missing === undefined) return;
  const known = graph.nodes.map(({ id }) => id);
  throw problemError('NODE_NOT_FOUND', { node: missing, known });
}
