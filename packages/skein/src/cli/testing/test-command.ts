// `skein test`
import process from 'node:process';
import type { CommandCall } from '../arguments/command.ts';
import { toCommandError, usageError } from '../errors/command-error.ts';
import { loadConfig, type ConfiguredOptions } from '../inputs/load-config.ts';
import { count } from '../output/count.ts';
import { printError } from '../output/print-error.ts';
import { printJson } from '../output/print-json.ts';
import { visibleLine } from '../output/visible-text.ts';
import { writeText } from '../output/write-text.ts';
import { findTestFiles } from './find-test-files.ts';
import { junitReport } from './junit-report.ts';
import { playFiles, type FileReport } from './play-files.ts';
import { watchFolder } from '../inputs/watch-folder.ts';

export async function testCommand(call: CommandCall): Promise<number> {
  const { arguments: given, isJson } = call;
  const isWatching = given.has('watch');
  if (isWatching && isJson)
    throw usageError('--watch and --json do not go together.', 'Leave one of them out.');
  const configured = await loadConfig(given);
  return isWatching ? watchTests(call, configured) : testOnce(call, configured);
}

async function testOnce(call: CommandCall, configured: ConfiguredOptions): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const isUpdate = given.has('update');
  const { positionals } = given;
  const files = positionals.length > 0 ? positionals : await findTestFiles('.');
  const wanted = given.one('name');
  const options = { configured, terminal, wanted, isUpdate, isPrinted: !isJson };
  const done = await playFiles(files, options);
  const all = done.flatMap(({ reports }) => reports);
  if (all.length === 0)
    throw usageError('No test has that name.', 'Leave --name out to run all tests.');
  const junit = given.one('junit');
  if (junit !== undefined) await writeText(junit, junitReport(done));
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

/** Until it is interrupted. Modules of the configuration stay as they were loaded. */
async function watchTests(call: CommandCall, configured: ConfiguredOptions): Promise<number> {
  const { terminal } = call;
  const watch = watchFolder('.');
  const stopped = new Promise<'stopped'>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => resolve('stopped'));
  });
  let code = 0;
  try {
    for (;;) {
      try {
        code = await testOnce(call, configured);
      } catch (thrown) {
        // A file that is being written cannot be read, and is complete a moment later.
        const error = toCommandError(thrown);
        printError(terminal, error, false);
        code = error.exitCode;
      }
      terminal.note('Waiting for changes …\n');
      if ((await Promise.race([watch.next(), stopped])) === 'stopped') return code;
    }
  } finally {
    watch.close();
  }
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
