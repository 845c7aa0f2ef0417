// `--update`: what was expected becomes what is
// Only expectations that a test has are changed. One that expects nothing yet gets the status and the output.
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { withMarks } from './fits-marks.ts';
import type { TestReport } from './run-tests.ts';
import type { Expectations, NodeExpectation, TestFile, WrittenTest } from './test-file.ts';

/** The file with new expectations; null when nothing changes. */
export function updateTests(written: TestFile, reports: readonly TestReport[]): TestFile | null {
  const failed = new Map(
    reports.filter(needsUpdate(written)).map((report) => [report.place, report]),
  );
  if (failed.size === 0) return null;
  const tests = written.tests.map((test, place): WrittenTest => {
    const report = failed.get(place);
    return report === undefined ? test : { ...test, expect: updated(test.expect ?? {}, report) };
  });
  return { ...written, tests };
}

const needsUpdate = (written: TestFile) => (report: TestReport) =>
  !report.isPassed || Object.keys(written.tests[report.place]?.expect ?? {}).length === 0;

function updated(before: Expectations, { played, failures }: TestReport): Expectations {
  const { run, view, order, asked } = played;
  if (Object.keys(before).length === 0) return { status: run.status, output: run.output };
  const isWrong = (key: string) =>
    failures.some(({ pointer }) => new RegExp(`^/tests/\\d+/expect/${key}(?:/|$)`).test(pointer));
  return {
    ...before,
    ...(isWrong('status') && { status: run.status }),
    ...(isWrong('output') && { output: run.output }),
    // A code stays a code.
    ...(isWrong('error') && {
      error: typeof before.error === 'string' ? (run.error?.code ?? '') : { ...run.error },
    }),
    ...(isWrong('nodes') && { nodes: nodesOf(before.nodes ?? {}, run.nodes) }),
    ...(isWrong('order') && { order }),
    ...(isWrong('usage') && { usage: usageOf(before.usage ?? {}, run.usage) }),
    ...(isWrong('waits') && { waits: asked.map(({ node }) => node) }),
    ...(isWrong('view') &&
      isObject(before.view?.is) &&
      view !== null && { view: { ...before.view, is: withMarks(view) as JsonObject } }),
  };
}

function nodesOf(
  before: NonNullable<Expectations['nodes']>,
  nodes: TestReport['played']['run']['nodes'],
): NonNullable<Expectations['nodes']> {
  return Object.fromEntries(
    Object.entries(before).flatMap(([node, wanted]): [string, number | NodeExpectation][] => {
      const known = Object.hasOwn(nodes, node) ? nodes[node] : undefined;
      if (known === undefined) return [];
      const { status, activations } = known;
      if (typeof wanted === 'number') return [[node, activations]];
      const has = (key: string) => Object.hasOwn(wanted, key);
      return [
        [node, { ...(has('status') && { status }), ...(has('activations') && { activations }) }],
      ];
    }),
  );
}

function usageOf(
  before: NonNullable<Expectations['usage']>,
  usage: TestReport['played']['run']['usage'],
): NonNullable<Expectations['usage']> {
  return Object.fromEntries(
    Object.entries(before).map(([what, wanted]) => {
      // The schema of test files has the same names.
      const spent = usage[what as keyof typeof usage];
      if (typeof wanted === 'number') return [what, spent];
      const { min, max } = wanted;
      return [
        what,
        {
          ...(min !== undefined && { min: Math.min(min, spent) }),
          ...(max !== undefined && { max: Math.max(max, spent) }),
        },
      ];
    }),
  );
}

/** A test file is JSON. */
export function toJson(file: TestFile): Json {
  // As above.
  return file as unknown as Json;
}
