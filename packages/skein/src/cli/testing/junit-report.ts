import { junitXml } from '../output/junit-xml.ts';
import type { FileReport } from './play-files.ts';
import type { TestReport } from './run-tests.ts';

export function junitReport(done: readonly FileReport[]): string {
  return junitXml(
    done.map(({ file, reports }) => ({
      name: file,
      cases: reports.map(({ name, ms, failures }) => ({
        name,
        ms,
        failures: failures.map((failure) => ({ message: failure.message, text: textOf(failure) })),
      })),
    })),
  );
}

function textOf({
  pointer,
  expected,
  actual,
  explain = [],
}: TestReport['failures'][number]): string {
  const values = [
    ...(expected === undefined ? [] : [`expected: ${JSON.stringify(expected)}`]),
    ...(actual === undefined ? [] : [`actual: ${JSON.stringify(actual)}`]),
  ];
  return [`at ${pointer}`, ...values, ...explain].join('\n');
}
