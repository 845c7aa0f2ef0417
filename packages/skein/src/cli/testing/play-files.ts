import type { ConfiguredOptions } from '../inputs/load-config.ts';
import { jsonText } from '../output/json-text.ts';
import type { Terminal } from '../output/terminal.ts';
import { visibleLine } from '../output/visible-text.ts';
import { writeText } from '../output/write-text.ts';
import { printReport } from './print-report.ts';
import { readTestFile, type ReadTestFile } from './read-test-file.ts';
import { runTest, type TestReport } from './run-tests.ts';
import { toJson, updateTests } from './update-tests.ts';

export interface FileReport {
  readonly file: string;
  readonly reports: readonly TestReport[];
  readonly isUpdated: boolean;
}

export interface PlayOptions {
  readonly configured: ConfiguredOptions;
  readonly terminal: Terminal;
  /** Only tests with this text in their names. */
  readonly wanted: string | undefined;
  readonly isUpdate: boolean;
  /** Whether each test is printed. */
  readonly isPrinted: boolean;
}

/** Plays the tests of these files. All are read before anything runs: one that cannot be used is found at once. */
export async function playFiles(
  names: readonly string[],
  { configured, terminal, wanted, isUpdate, isPrinted }: PlayOptions,
): Promise<readonly FileReport[]> {
  const files: ReadTestFile[] = [];
  for (const file of names) files.push(await readTestFile(file));
  const done: FileReport[] = [];
  for (const { file, tests, written } of files) {
    const reports: TestReport[] = [];
    for (const test of tests.filter(({ name }) => wanted === undefined || name.includes(wanted))) {
      if (terminal.isLive) terminal.note(`… ${visibleLine(test.name)}\r`);
      const report = await runTest(test, configured);
      reports.push(report);
      if (isPrinted) printReport(terminal, file, report);
    }
    const updated = isUpdate ? updateTests(written, reports) : null;
    if (updated !== null) await writeText(file, `${jsonText(toJson(updated))}\n`);
    done.push({ file, reports, isUpdated: updated !== null });
  }
  return done;
}
