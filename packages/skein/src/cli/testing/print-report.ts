import type { Json } from '@skein/kernel';
import { count } from '../output/count.ts';
import type { Terminal } from '../output/terminal.ts';
import { visibleLine } from '../output/visible-text.ts';
import type { TestReport } from './run-tests.ts';

/** One test, for people: a line when it passed, else everything that does not hold. */
export function printReport(
  { data, paintData, foreignData }: Terminal,
  file: string,
  report: TestReport,
): void {
  const { name, isPassed, ms, crashes, failures } = report;
  const sign = isPassed ? paintData('green', '✔') : paintData('red', '✖');
  const died = crashes === undefined ? '' : `, ${count(crashes, 'crash', 'crashes')}`;
  data(
    `${sign} ${visibleLine(file)} › ${visibleLine(name)} ${paintData('dim', `(${ms} ms${died})`)}\n`,
  );
  for (const failure of failures) {
    foreignData(`    ${failure.pointer}\n      ${visibleLine(failure.message, 400)}\n`);
    for (const line of sides(failure)) foreignData(`      ${line}\n`);
    for (const line of failure.explain ?? []) foreignData(`      ${visibleLine(line, 300)}\n`);
  }
}

function sides({
  expected,
  actual,
  differences,
}: TestReport['failures'][number]): readonly string[] {
  if (differences !== undefined && differences.length > 0) {
    return differences.flatMap(({ pointer, before, after }) => [
      `at ${pointer === '' ? 'the top' : pointer}`,
      `  - ${shown(before)}`,
      `  + ${shown(after)}`,
    ]);
  }
  if (expected === undefined && actual === undefined) return [];
  return [
    ...(expected === undefined ? [] : [`- ${shown(expected)}`]),
    ...(actual === undefined ? [] : [`+ ${shown(actual)}`]),
  ];
}

function shown(value: Json | undefined): string {
  return value === undefined ? '(nothing)' : visibleLine(JSON.stringify(value), 300);
}
