// What the tools for building workflows use, made from an engine and from the player of tests.
import { parseScript, type Cassette, type Script } from '@skein/agents';
import type { Engine } from '@skein/engine';
import type { Json, JsonObject } from '@skein/kernel';
import { EngineError, withoutUndefined } from '@skein/ports';
import type { BuildingHost, Trial } from '@skein/server';
import { buildingDocuments, buildingExamples } from '../../building/building-texts.ts';
import { composeWorkflows } from '../../parts/compose-workflows.ts';
import { nodeTypesOf } from '../../server/node-types-of.ts';
import type { ConfiguredOptions } from '../inputs/load-config.ts';
import { playTest, type Played } from '../testing/play-test.ts';
import { runTest } from '../testing/run-tests.ts';
import type { TestCase } from '../testing/test-file.ts';
import { offlineOptions } from './offline-options.ts';
import { toTriedResult } from './tried-result.ts';
import { readInlineTests } from '../testing/read-test-file.ts';

/** Runs that were tried and can still be explained. */
const triedMax = 5;

export function createBuildingHost(
  engine: Engine,
  {
    configured,
    user,
    onProblem,
  }: {
    readonly configured: ConfiguredOptions;
    readonly user: string | undefined;
    readonly onProblem: (error: unknown) => void;
  },
): BuildingHost & { close(): Promise<void> } {
  const tried = new Map<string, Played>();
  let tries = 0;
  const keep = async (played: Played) => {
    const id = `try-${(tries += 1)}`;
    tried.set(id, played);
    const [oldest] = tried.keys();
    if (tried.size > triedMax && oldest !== undefined) {
      await tried.get(oldest)?.close();
      tried.delete(oldest);
    }
    return id;
  };
  const offline = offlineOptions(configured);
  const workflows = composeWorkflows(configured);
  return {
    engine,
    user,
    onProblem,
    bases: new Map(),
    drafts: new Map(),
    nodeTypes: () => nodeTypesOf(workflows),
    examples: buildingExamples,
    documents: buildingDocuments,
    async tryOut(trial) {
      const played = await playTest(trialCase(trial), trial.isLive ? configured : offline);
      return { id: await keep(played), result: resultOf(played) };
    },
    async explain(run, node) {
      const played = tried.get(run);
      if (played !== undefined) return played.explain(node);
      // Whose run it is decides who is told about it.
      const { user: owner } = await engine.runs.record(run);
      if (owner !== user) throw new EngineError('RUN_NOT_FOUND', { run });
      return (await engine.runs.explain(run, node)).words;
    },
    test: (definition, tests) => playTests(definition, tests, offline),
    async close() {
      for (const played of tried.values()) await played.close();
    },
  };
}

/** With it, everything that no script answers is asked for real. */
const nothingRecorded: Cassette = { cassette: 2, calls: [] };

function trialCase({ definition, input, script, answers, isLive }: Trial): TestCase {
  return {
    name: 'try',
    place: 0,
    definition,
    input,
    people: answers,
    events: [],
    expect: {},
    ...withoutUndefined({
      script: script === undefined ? undefined : scriptIn(script),
      cassette: isLive ? nothingRecorded : undefined,
      missing: isLive ? ('live' as const) : undefined,
    }),
  };
}

function scriptIn(written: JsonObject): Script {
  const parsed = parseScript(JSON.stringify(written));
  if (parsed.ok) return parsed.script;
  const [first] = parsed.problems;
  const complaint = `${first?.pointer ?? ''} ${first?.message ?? ''}`;
  throw new EngineError('BAD_VALUE', { what: 'argument "script"', complaint });
}

function resultOf({ run, asked, troubles }: Played): JsonObject {
  const shown = {
    ...toTriedResult(run),
    asked: asked.map(({ node, kind, prompt }) => ({ node, kind, prompt })),
    notes: troubles.map(({ message }) => message),
  };
  // All of it comes from the JSON of a run.
  return shown as unknown as JsonObject;
}

async function playTests(
  definition: JsonObject,
  tests: readonly JsonObject[],
  configured: ConfiguredOptions,
): Promise<Json> {
  const results: Json[] = [];
  const cases = await readInlineTests({ workflow: definition, tests });
  for (const test of cases) {
    const { name, isPassed, failures } = await runTest(test, configured);
    const told = failures.map(({ pointer, message, expected, actual, explain }) =>
      withoutUndefined({ pointer, message, expected, actual, explain }),
    );
    // Failures are JSON.
    results.push({ name, passed: isPassed, failures: told as unknown as Json });
  }
  return { tests: results };
}
