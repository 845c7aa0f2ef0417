// Test reports for others: the XML that CI systems read.
import type { FileReport } from './play-files.ts';
import type { TestReport } from './run-tests.ts';

export function junitReport(done: readonly FileReport[]): string {
  const suites = done.map(({ file, reports }) => {
    const cases = reports.map((report) => testCase(file, report));
    return `  <testsuite ${counts(file, reports)}>\n${cases.join('')}  </testsuite>\n`;
  });
  const all = done.flatMap(({ reports }) => reports);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts('skein', all)}>\n${suites.join('')}</testsuites>\n`;
}

function counts(name: string, reports: readonly TestReport[]): string {
  const failed = reports.filter(({ isPassed }) => !isPassed).length;
  const seconds = reports.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  return `name="${escape(name)}" tests="${reports.length}" failures="${failed}" time="${seconds}"`;
}

function testCase(file: string, { name, ms, failures }: TestReport): string {
  const head = `    <testcase classname="${escape(file)}" name="${escape(name)}" time="${ms / 1000}"`;
  if (failures.length === 0) return `${head}/>\n`;
  const shown = failures.map(({ message, pointer, expected, actual, explain = [] }) => {
    const values = [
      ...(expected === undefined ? [] : [`expected: ${JSON.stringify(expected)}`]),
      ...(actual === undefined ? [] : [`actual: ${JSON.stringify(actual)}`]),
    ];
    const text = [`at ${pointer}`, ...values, ...explain].join('\n');
    return `      <failure message="${escape(message)}">${escape(text)}</failure>\n`;
  });
  return `${head}>\n${shown.join('')}    </testcase>\n`;
}

/** XML has no way at all to write most control characters. */
// oxlint-disable-next-line no-control-regex -- these are the ones
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function escape(text: string): string {
  return text
    .replaceAll(unwritable, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
