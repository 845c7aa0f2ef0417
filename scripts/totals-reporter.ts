// Totals reporter
// Lists every skipped test with its reason, every flaky one with its first error, and ends a test run with its
// totals.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { formatTotals, totalsFileVariable, type Totals } from './totals.ts';

export class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    for (const test of skipped) process.stdout.write(`skipped: ${describeSkip(test)}\n`);
    for (const test of tests.filter((test) => test.diagnostic()?.flaky === true))
      process.stdout.write(`unsteady, passed at its second try: ${describeFirst(test)}\n`);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // A file that does not load, a failing suite hook and a stray rejection fail no individual test.
    const broken = modules.reduce((sum, module) => sum + countBroken(module), 0);
    this.#report({
      passed: count('passed'),
      failed: count('failed') + broken + unhandledErrors.length,
      skipped: skipped.length,
    });
  }

  #report(totals: Totals): void {
    const file = process.env[totalsFileVariable];
    if (file === undefined) process.stdout.write(`${formatTotals(totals)}\n`);
    else writeFileSync(file, JSON.stringify(totals));
  }
}

function countBroken(module: TestModule): number {
  const suites = [module, ...module.children.allSuites()];
  return suites.filter((suite) => suite.errors().length > 0).length;
}

function describeSkip(test: TestCase): string {
  const result = test.result();
  const reason = result.state === 'skipped' ? result.note : undefined;
  return `${placeOf(test)}: ${reason ?? `no reason given (${test.options.mode})`}`;
}

function describeFirst(test: TestCase): string {
  const [first] = test.result().errors ?? [];
  return `${placeOf(test)}: ${first?.stack ?? first?.message ?? 'no error given'}`;
}

function placeOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}
