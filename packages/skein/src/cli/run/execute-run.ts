import process from 'node:process';
import type { AnswerOptions, Engine, RunJson } from '@skein/engine';
import type { Diagnostic } from '@skein/kernel';
import { EngineError, type DefinitionRecord } from '@skein/ports';
import { createEngine } from '../../embedding/create-engine.ts';
import { createPrompter } from '../ask/prompter.ts';
import type { CommandCall } from '../arguments/command.ts';
import { writeCassette } from './write-cassette.ts';
import { problemError } from '../errors/command-error.ts';
import { formatDiagnostics } from '../output/format-diagnostics.ts';
import { printJson } from '../output/print-json.ts';
import { createProgress } from '../progress/create-progress.ts';
import type { Progress } from '../progress/progress.ts';
import { watchRun } from '../progress/watch-run.ts';
import type { Terminal } from '../output/terminal.ts';
import { visibleLine } from '../output/visible-text.ts';
import { driveRun } from './drive-run.ts';
import { explainNodes, formatExplanation } from './explain-nodes.ts';
import { watchInterruption, type Interruption } from './interruption.ts';
import type { GivenAnswer } from '../inputs/parse-answer.ts';
import { printFailure, printRun, printWaits } from './print-run.ts';
import { runExitCode } from './run-exit-code.ts';
import type { RunRequest } from './run-request.ts';
import { savePart } from './save-part.ts';
import { storeOption } from './store-option.ts';
import { withoutUndefined } from '../../without-undefined.ts';

/** Runs a workflow, prints how it ended, and returns the exit code. */
export async function executeRun(
  request: RunRequest,
  { terminal, isJson }: Pick<CommandCall, 'terminal' | 'isJson'>,
): Promise<number> {
  const { script, cassette, missing, store, configured } = request;
  const isKept = store !== 'memory';
  // Other runs of the store are left alone: this command has only the script of its own.
  const engine = await createEngine({
    ...configured,
    store,
    durable: isKept ? { recovers: false } : undefined,
    missing,
    script,
    cassette,
  });
  try {
    const id = await startRun(engine, request, terminal);
    const end = { ...request, id, storeOption: await storeOption(store) };
    const exitCode = await finishRun(engine, end, { terminal, isJson });
    if (request.record !== undefined) await writeCassette(engine, id, request.record, terminal);
    return exitCode;
  } finally {
    await engine.close({ drainMs: 0 });
  }
}

/** What is left to do with a started run. */
export interface RunEnd extends Pick<
  RunRequest,
  'answers' | 'answerer' | 'isDetached' | 'view' | 'explain' | 'timeoutMs'
> {
  readonly id: string;
  /** The option with which another command finds it; null when none can. */
  readonly storeOption: string | null;
  /** Rows up to here are not shown. */
  readonly after?: number;
}

/** Drives the run until it ends or waits, prints it, and returns the exit code. */
export async function finishRun(
  engine: Engine,
  request: RunEnd,
  { terminal, isJson }: Pick<CommandCall, 'terminal' | 'isJson'>,
): Promise<number> {
  const { id, timeoutMs, isDetached, answerer = {}, after = 0 } = request;
  const interruption = watchInterruption({
    timeoutMs,
    // The run may have ended in this very moment; then there is nothing to cancel.
    cancel: (reason) => void engine.runs.cancel(id, { reason }).catch(() => {}),
  });
  const answers = [...request.answers];
  const given = { id, answers, answerer, isDetached, after, interruption, terminal, isJson };
  const run = await drive(engine, given);
  interruption.dispose();
  reportEnd(terminal, { run, answers, interruption });
  await printEnd(engine, run, { request, terminal, isJson });
  if (interruption.reason() === 'interrupted') return 130;
  return isDetached && run.status === 'waiting' ? 0 : runExitCode(run);
}

async function printEnd(
  engine: Engine,
  run: RunJson,
  options: {
    readonly request: RunEnd;
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
    printWaits(terminal, run, request.storeOption);
    return;
  }
  if (view !== undefined) printJson(terminal, shown);
  printRun(terminal, run, { isShown: view !== undefined, storeOption: request.storeOption });
  for (const each of explained) terminal.foreignData(formatExplanation(each));
}

async function startRun(
  engine: Engine,
  { source, input, reading, part, trigger, store, key }: RunRequest,
  terminal: Terminal,
): Promise<string> {
  const { id, version } = await findWorkflow(engine, { source, reading, part, terminal });
  const { start } = reading;
  const trace = process.env['TRACEPARENT'];
  const asked = { version, input, start, trigger, idempotencyKey: key, trace };
  const run = await engine.runs.start(id, withoutUndefined(asked));
  if (run.isRepeated === true) terminal.note('A run with this key already exists; resuming it.\n');
  if (run.debounced === 'joined')
    terminal.note('It joins a run that has not begun; its input is the newest.\n');
  if (run.debounced === 'waiting') terminal.note('It waits for further starts before it begins.\n');
  terminal.note(`${terminal.paint('dim', await placeOf(store, run.id))}\n`);
  return run.id;
}

async function placeOf(store: string, run: string): Promise<string> {
  if (store === 'memory') return 'In-memory store: this run is gone when the command ends.';
  const { withoutPassword } = await import('@skein/stores');
  return `Run ${run} is stored in ${visibleLine(withoutPassword(store))}.`;
}

async function findWorkflow(
  engine: Engine,
  asked: Pick<RunRequest, 'source' | 'reading' | 'part'> & { readonly terminal: Terminal },
): Promise<{ readonly id: string; readonly version?: string }> {
  const { source, reading, part, terminal } = asked;
  if ('workflow' in source) {
    const { id, version, dialect, definition } = await findStored(engine, source.workflow);
    const read = { ...reading, dialect };
    const found = await engine.workflows.preflight(definition, read);
    // Its errors are those of the start that is refused.
    printWarnings(
      terminal,
      found.filter(({ severity }) => severity === 'warning'),
    );
    if (part !== undefined) return savePart(engine, { workflow: id, definition, dialect }, part);
    return { id, version };
  }
  const { definition } = source;
  if (typeof definition !== 'object' || definition === null) {
    // Refused by `save` with the diagnostic that says so, whatever else it is.
    const diagnostics = engine.workflows.validate(definition, reading);
    throw problemError('WORKFLOW_INVALID', { diagnostics });
  }
  const drawnAs = 'drawnAs' in source ? source.drawnAs : undefined;
  // A drawing is left unchanged, under its own name.
  const drawn = 'drawnAs' in source ? ({ dialect: 'session-graph', tables: 'none' } as const) : {};
  const { id, version } = await engine.workflows.save(
    definition,
    withoutUndefined({ ...reading, ...drawn, id: drawnAs }),
  );
  const dialect = 'dialect' in drawn ? drawn.dialect : reading.dialect;
  const read = withoutUndefined({ ...reading, dialect });
  // As the run will have it, with what the store adds.
  const whole = await engine.workflows.complete(definition, read);
  printWarnings(terminal, await engine.workflows.preflight(whole, read));
  if (part !== undefined) return savePart(engine, { workflow: id, definition, dialect }, part);
  return { id, version };
}

async function findStored(engine: Engine, id: string): Promise<DefinitionRecord> {
  try {
    return await engine.workflows.get(id);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'WORKFLOW_NOT_FOUND') throw error;
    const hint =
      'It is neither a file nor a workflow in the store: check the name, or save it first.';
    throw problemError('WORKFLOW_NOT_FOUND', { workflow: id }, hint);
  }
}

function printWarnings(terminal: Terminal, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length > 0) terminal.note(formatDiagnostics(diagnostics, terminal.paint));
}

async function drive(
  engine: Engine,
  options: {
    readonly id: string;
    readonly answers: GivenAnswer[];
    readonly answerer: AnswerOptions;
    readonly isDetached: boolean;
    readonly after: number;
    readonly interruption: Interruption;
    readonly terminal: Terminal;
    readonly isJson: boolean;
  },
): Promise<RunJson> {
  const { id, isDetached, after, interruption, terminal, isJson, ...answering } = options;
  const progress = isJson ? null : await progressOf(engine, id, terminal);
  const watch = watchRun(engine, { id, after }, progress);
  const { signal, interrupt } = interruption;
  const canAsk = terminal.canAsk && !isDetached;
  const prompter = canAsk ? createPrompter({ terminal, signal, interrupt }) : null;
  try {
    const driven = { engine, run: id, terminal, watch, interruption, ...answering, prompter };
    return await driveRun({ ...driven, isDetached });
  } finally {
    prompter?.close();
    await watch.close();
  }
}

export async function progressOf(
  { runs }: Engine,
  id: string,
  terminal: Terminal,
): Promise<Progress> {
  const { nodes } = await runs.get(id);
  return createProgress(terminal, (node) => Object.hasOwn(nodes, node));
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
