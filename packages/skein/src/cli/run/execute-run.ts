import type { Engine, RunJson } from '@skein/engine';
import type { Diagnostic } from '@skein/kernel';
import { createEngine } from '../../compose.ts';
import { createPrompter } from '../ask/prompter.ts';
import type { CommandCall } from '../command.ts';
import { problemError } from '../command-error.ts';
import { formatDiagnostics } from '../format-diagnostics.ts';
import { printJson } from '../print-json.ts';
import { createProgress } from '../progress/progress.ts';
import { watchRun } from '../progress/watch-run.ts';
import type { Terminal } from '../terminal.ts';
import { visibleLine } from '../visible-text.ts';
import { driveRun } from './drive-run.ts';
import { explainNodes, formatExplanation } from './explain-nodes.ts';
import { watchInterruption, type Interruption } from './interruption.ts';
import type { GivenAnswer } from './parse-answer.ts';
import { printFailure, printRun } from './print-run.ts';
import { runExitCode } from './run-exit-code.ts';
import type { RunRequest } from './run-request.ts';

/** Runs a workflow in memory, prints how it ended, and gives back the exit code. */
export async function executeRun(
  request: RunRequest,
  { terminal, isJson }: Pick<CommandCall, 'terminal' | 'isJson'>,
): Promise<number> {
  const { script } = request;
  const engine = await createEngine(script === undefined ? {} : { script });
  try {
    const id = await startRun(engine, request, terminal);
    const { timeoutMs } = request;
    const interruption = watchInterruption({
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      // The run may have ended in this very moment; then there is nothing to cancel.
      cancel: (reason) => void engine.runs.cancel(id, { reason }).catch(() => {}),
    });
    const answers = [...request.answers];
    const run = await drive(engine, { id, answers, interruption, terminal, isJson });
    interruption.dispose();
    reportEnd(terminal, { run, answers, interruption });
    await printEnd(engine, run, { request, terminal, isJson });
    return interruption.reason() === 'interrupted' ? 130 : runExitCode(run);
  } finally {
    await engine.close();
  }
}

async function printEnd(
  engine: Engine,
  run: RunJson,
  options: {
    readonly request: RunRequest;
    readonly terminal: Terminal;
    readonly isJson: boolean;
  },
): Promise<void> {
  const { request, terminal, isJson } = options;
  const { view } = request;
  const shown = view === undefined ? run : await engine.runs.view(run.id, view);
  const explained = await explainNodes(engine, run.id, request.explain);
  if (isJson) {
    printJson(terminal, request.explain.length === 0 ? shown : { ...shown, explain: explained });
    return;
  }
  if (view !== undefined) printJson(terminal, shown);
  printRun(terminal, run, { isShown: view !== undefined });
  for (const each of explained) terminal.foreignData(formatExplanation(each));
}

async function startRun(
  engine: Engine,
  { definition, input, reading }: RunRequest,
  terminal: Terminal,
): Promise<string> {
  if (typeof definition !== 'object' || definition === null) {
    // Refused by `save` with the diagnostic that says so, whatever else it is.
    const diagnostics = engine.workflows.validate(definition, reading);
    throw problemError('WORKFLOW_INVALID', { diagnostics });
  }
  const { id, version, diagnostics } = await engine.workflows.save(definition, reading);
  printWarnings(terminal, diagnostics);
  terminal.note(
    `${terminal.paint('dim', 'In-memory store: this run is gone when the command ends.')}\n`,
  );
  const { start } = reading;
  const run = await engine.runs.start(id, {
    version,
    ...(input === undefined ? {} : { input }),
    ...(start === undefined ? {} : { start }),
  });
  return run.id;
}

function printWarnings(terminal: Terminal, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length > 0) terminal.note(formatDiagnostics(diagnostics, terminal.paint));
}

async function drive(
  engine: Engine,
  options: {
    readonly id: string;
    readonly answers: GivenAnswer[];
    readonly interruption: Interruption;
    readonly terminal: Terminal;
    readonly isJson: boolean;
  },
): Promise<RunJson> {
  const { id, answers, interruption, terminal, isJson } = options;
  const watch = watchRun(engine, id, createProgress(terminal, isJson));
  const { signal, interrupt } = interruption;
  const prompter = terminal.canAsk ? createPrompter({ terminal, signal, interrupt }) : null;
  try {
    return await driveRun({ engine, run: id, terminal, watch, interruption, answers, prompter });
  } finally {
    prompter?.close();
    await watch.close();
  }
}

/** What people and programs alike must hear of, so always on stderr. */
function reportEnd(
  terminal: Terminal,
  ended: {
    readonly run: RunJson;
    readonly answers: readonly GivenAnswer[];
    readonly interruption: Interruption;
  },
): void {
  const { run, answers, interruption } = ended;
  const { paint, note } = terminal;
  for (const { written } of answers) {
    note(
      `${paint('yellow', 'not used')} --answer ${visibleLine(written)}: no such wait was open.\n`,
    );
  }
  if (interruption.reason() === 'timeout') note('The run was cancelled by --timeout.\n');
  printFailure(terminal, run);
}
