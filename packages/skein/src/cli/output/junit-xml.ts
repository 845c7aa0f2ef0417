// Results for others: the XML that CI systems read.

export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

export interface JunitCase {
  readonly name: string;
  readonly ms: number;
  readonly failures: readonly { readonly message: string; readonly text: string }[];
}

export function junitXml(suites: readonly JunitSuite[]): string {
  const parts = suites.map((suite) => {
    const cases = suite.cases.map((each) => caseXml(suite.name, each));
    return `  <testsuite ${counts(suite)}>\n${cases.join('')}  </testsuite>\n`;
  });
  const all = { name: 'skein', cases: suites.flatMap(({ cases }) => cases) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts(all)}>\n${parts.join('')}</testsuites>\n`;
}

function counts({ name, cases }: JunitSuite): string {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const seconds = cases.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  return `name="${escape(name)}" tests="${cases.length}" failures="${failed}" time="${seconds}"`;
}

function caseXml(suite: string, { name, ms, failures }: JunitCase): string {
  const head = `    <testcase classname="${escape(suite)}" name="${escape(name)}" time="${ms / 1000}"`;
  if (failures.length === 0) return `${head}/>\n`;
  const shown = failures.map(
    ({ message, text }) =>
      `      <failure message="${escape(message)}">${escape(text)}</failure>\n`,
  );
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
