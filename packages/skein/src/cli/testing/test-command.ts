// `skein test`
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import { count } from '../output/count.ts';
import { jsonText } from '../output/json-text.ts';
import { loadConfig } from '../inputs/load-config.ts';
import { printJson } from '../output/print-json.ts';
import { visibleLine } from '../output/visible-text.ts';
import { writeText } from '../output/write-text.ts';
import { printReport } from './print-report.ts';
import { readTestFile, type ReadTestFile } from './read-test-file.ts';
import { runTest, type TestReport } from './run-tests.ts';
import { toJson, updateTests } from './update-tests.ts';

interface FileReport {
  readonly file: string;
  readonly reports: readonly TestReport[];
  readonly isUpdated: boolean;
}

export async function testCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const configured = await loadConfig(given);
  const wanted = given.one('name');
  const isUpdate = given.has('update');
  // All files are read before anything runs: one that cannot be used is found at once.
  const files: ReadTestFile[] = [];
  for (const file of given.positionals) files.push(await readTestFile(file));
  const done: FileReport[] = [];
  for (const { file, tests, written } of files) {
    const reports: TestReport[] = [];
    for (const test of tests.filter(({ name }) => wanted === undefined || name.includes(wanted))) {
      if (terminal.isLive) terminal.note(`… ${visibleLine(test.name)}\r`);
      const report = await runTest(test, configured);
      reports.push(report);
      if (!isJson) printReport(terminal, file, report);
    }
    const updated = isUpdate ? updateTests(written, reports) : null;
    if (updated !== null) await writeText(file, `${jsonText(toJson(updated))}\n`);
    done.push({ file, reports, isUpdated: updated !== null });
  }
  const all = done.flatMap(({ reports }) => reports);
  if (all.length === 0)
    throw usageError('No test has that name.', 'Leave --name out to run all tests.');
  const failed = all.filter(({ isPassed }) => !isPassed).length;
  if (isJson) printJson(terminal, summary(done, failed));
  else {
    for (const { file, isUpdated } of done) {
      if (isUpdated) terminal.note(`${visibleLine(file)} was updated.\n`);
    }
    terminal.data(
      `${count(all.length, 'test')}: ${all.length - failed} passed, ${failed} failed\n`,
    );
  }
  return failed === 0 || isUpdate ? 0 : 1;
}

function summary(done: readonly FileReport[], failed: number): object {
  const total = done.reduce((sum, { reports }) => sum + reports.length, 0);
  return {
    passed: total - failed,
    failed,
    files: done.map(({ file, reports, isUpdated }) => ({
      file,
      updated: isUpdated,
      tests: reports.map(({ name, place, isPassed, failures, run, crashes, ms }) => ({
        name,
        pointer: `/tests/${place}`,
        passed: isPassed,
        failures,
        run,
        ...(crashes !== undefined && { crashes }),
        ms,
      })),
    })),
  };
}
