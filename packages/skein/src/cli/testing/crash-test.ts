// Crash at every boundary
// The test is played again and again, and each time the process dies at another append: once before it is written, once after. Whatever
// the boundary, the run must end in the same way, and no call whose result was recorded may be made again.
import { findDifferences, type Json } from '@skein/kernel';
import type { ConfiguredOptions } from '../inputs/load-config.ts';
import type { TestFailure } from './check-test.ts';
import { playTest, type Played } from './play-test.ts';
import type { TestCase } from './test-file.ts';

export interface CrashReport {
  /** How many times the process died. */
  readonly crashes: number;
  readonly failures: readonly TestFailure[];
}

/** More than that would keep a test busy for minutes. */
const appendsMax = 1000;
/** The first few say it all. */
const failuresMax = 3;

export async function crashEverywhere(
  test: TestCase,
  configured: ConfiguredOptions,
  undisturbed: Played,
): Promise<CrashReport> {
  const place = `/tests/${test.place}/crash`;
  const { appends } = undisturbed;
  if (appends > appendsMax) {
    const message = `The run writes ${appends} times; a test can crash at ${appendsMax} places at most.`;
    return { crashes: 0, failures: [{ pointer: place, message }] };
  }
  const failures: TestFailure[] = [];
  let crashes = 0;
  for (let append = 1; append <= appends && failures.length < failuresMax; append++) {
    for (const when of ['before', 'after'] as const) {
      crashes += 1;
      const found = await crashOnce(test, configured, { append, when, undisturbed });
      failures.push(...found.map((failure) => ({ ...failure, pointer: place })));
    }
  }
  return { crashes, failures: failures.slice(0, failuresMax) };
}

async function crashOnce(
  test: TestCase,
  configured: ConfiguredOptions,
  at: {
    readonly append: number;
    readonly when: 'before' | 'after';
    readonly undisturbed: Played;
  },
): Promise<readonly Omit<TestFailure, 'pointer'>[]> {
  const { append, when, undisturbed } = at;
  const where = `With a crash ${when} append ${append}`;
  let played: Played;
  try {
    played = await playTest(test, configured, { append, when });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ message: `${where} it fails: ${reason}` }];
  }
  const [expected, actual] = [essence(undisturbed), essence(played)];
  const differences = findDifferences(expected, actual, 5);
  const found = [
    ...played.violations.map((message) => ({ message: `${where}: ${message}` })),
    ...(differences.length === 0
      ? []
      : [{ message: `${where} it ends differently.`, expected, actual, differences }]),
  ];
  await played.close();
  return found;
}

/** What must not depend on crashes: no ids, no times, no order of things side by side. */
function essence({ run, troubles }: Played): Json {
  const nodes = Object.entries(run.nodes).map(([id, { status, activations }]): Json => [
    id,
    status,
    activations,
  ]);
  return {
    status: run.status,
    output: run.output,
    error: run.error?.code ?? null,
    nodes,
    usage: { ...run.usage },
    troubles: troubles.map(({ message }) => message),
  };
}
