import type { RunJson } from '@skein/engine';
import type { ConfiguredOptions } from '../inputs/load-config.ts';
import { checkTest, type TestFailure } from './check-test.ts';
import { crashEverywhere } from './crash-test.ts';
import { playTest, type Played } from './play-test.ts';
import type { TestCase } from './test-file.ts';

export interface TestReport {
  readonly name: string;
  readonly place: number;
  readonly isPassed: boolean;
  readonly failures: readonly (TestFailure & { readonly explain?: readonly string[] })[];
  readonly run: Pick<RunJson, 'status' | 'output' | 'error' | 'usage'>;
  /** How often the process died, where the test asks for that. */
  readonly crashes?: number;
  readonly ms: number;
  /** For `--update`. */
  readonly played: Pick<Played, 'run' | 'view' | 'order' | 'asked'>;
}

/** Plays one test, undisturbed and, if it asks for that, with crashes, and says what does not hold. */
export async function runTest(test: TestCase, configured: ConfiguredOptions): Promise<TestReport> {
  const began = performance.now();
  const played = await playTest(test, configured);
  try {
    const failures = [];
    for (const failure of checkTest(test, played)) failures.push(await explained(failure, played));
    const crashed =
      test.crash === undefined ? null : await crashEverywhere(test, configured, played);
    const all = [...failures, ...(crashed?.failures ?? [])];
    const { run, view, order, asked } = played;
    const { status, output, error, usage } = run;
    return {
      name: test.name,
      place: test.place,
      isPassed: all.length === 0,
      failures: all,
      run: { status, output, error, usage },
      ...(crashed !== null && { crashes: crashed.crashes }),
      ms: Math.round(performance.now() - began),
      played: { run, view, order, asked },
    };
  } finally {
    await played.close();
  }
}

async function explained(
  failure: TestFailure,
  { explain, run }: Played,
): Promise<TestReport['failures'][number]> {
  const { node } = failure;
  if (node === undefined || !Object.hasOwn(run.nodes, node)) return failure;
  return { ...failure, explain: await explain(node) };
}
