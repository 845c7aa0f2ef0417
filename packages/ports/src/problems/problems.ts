// Problems
// Every way in which misuse or broken surroundings can stop a caller: one code each, with its HTTP status, the exit code of
// the command line, what happened and what to do. What a node does wrong is not a problem but a `Failure`: data in the journal.
import type { Diagnostic, Json, JsonObject } from '@skein/kernel';
import { hostProblems } from './host-problems.ts';
import { problem, type Problem } from './problem.ts';
import { serverProblems } from './server-problems.ts';

export const problems = {
  WORKFLOW_NOT_FOUND: problem(
    [404, 5],
    (details: { workflow: string; version?: string }) =>
      details.version === undefined
        ? `No workflow has the id "${details.workflow}".`
        : `The workflow "${details.workflow}" has no version "${details.version}".`,
    'Save the definition first, or list the workflows to see which ids exist.',
  ),
  WORKFLOW_INVALID: problem(
    [422, 2],
    (details: { diagnostics: readonly Diagnostic[] }) => describeDiagnostics(details.diagnostics),
    'Correct what the diagnostics name; `skein validate FILE` lists them all.',
  ),
  DIALECT_UNKNOWN: problem(
    [400, 2],
    (details: { dialect: string; known: readonly string[] }) =>
      `No dialect is called "${details.dialect}".${listKnown(details.known, 'Known')}`,
    'Use the name of a dialect as it is written in the documentation.',
  ),
  NOT_CONVERTIBLE: problem(
    [422, 2],
    (details: {
      dialect: string;
      losses: readonly Diagnostic[];
      diagnostics: readonly Diagnostic[];
    }) => `What is left of the workflow in the dialect ${details.dialect} is no valid definition.`,
    'See the losses for what the dialect cannot say; keep the definition in its own dialect, or in native.',
  ),
  NODE_NOT_FOUND: problem(
    [404, 5],
    (details: { node: string; known?: readonly string[] }) =>
      `The workflow has no node "${details.node}".${listKnown(details.known, 'Its nodes')}`,
    'Use the exact id of a node of this workflow.',
  ),
  NODE_NOT_REGISTERED: problem(
    [422, 2],
    (details: { type: string; known: readonly string[] }) =>
      `The workflow uses the node type "${details.type}", which is not registered.${listKnown(details.known, 'Registered')}`,
    'Register the node type with the engine, or correct the `type` of the node.',
  ),
  FUNCTION_NOT_FOUND: problem(
    [422, 2],
    (details: { name: string; known: readonly string[] }) =>
      `No function is registered under the name "${details.name}".${listKnown(details.known, 'Registered')}`,
    'Register the function with the engine, or correct the `name` in the config of the node.',
  ),
  MODEL_NOT_FOUND: problem(
    [422, 2],
    (details: { model: string }) => `No model answers for the name "${details.model}".`,
    'Give the engine a model for this name, or run with a script (`--script`).',
  ),
  INPUT_INVALID: problem(
    [422, 2],
    (details: { complaints: readonly string[] }) =>
      `The input does not fit the schema of the start node: ${details.complaints.join('; ')}.`,
    'Change the input, or the `schema` of the start node.',
  ),
  SCHEMA_INVALID: problem(
    [422, 2],
    (details: { complaint: string }) => `The JSON schema cannot be used: ${details.complaint}.`,
    'Correct the schema in the definition; draft 2020-12 and draft 07 are understood.',
  ),
  RUN_NOT_FOUND: problem(
    [404, 5],
    (details: { run: string }) => `No run has the id "${details.run}".`,
    'List the runs to see which ids exist.',
  ),
  RUN_ENDED: problem(
    [409, 6],
    (details: { run: string; status: string }) =>
      `The run "${details.run}" has ended (${details.status}); nothing can be added to it.`,
    'Start a new run.',
  ),
  RUN_LOST: problem(
    [503, 1],
    (details: { run: string; reason: string }) =>
      `This process no longer drives the run "${details.run}": ${details.reason}`,
    'What is in the journal is kept. Recover the run, or ask the process that drives it now.',
  ),
  RUN_ELSEWHERE: problem(
    [503, 6],
    (details: { run: string; owner: string }) =>
      `The run "${details.run}" is driven by another process (${details.owner}).`,
    'Ask that process, or try again: its runs are taken over ten seconds after it has died.',
  ),
  RUN_MOVED: problem(
    [503, 6],
    (details: { run: string }) => `The run "${details.run}" was just left to the store.`,
    'Try it again: it is loaded when somebody needs it.',
  ),
  NODE_NOT_FAILED: problem(
    [409, 6],
    (details: { run: string; node: string; status: string }) =>
      `Only a failed node can be tried again; "${details.node}" is ${details.status}.`,
    'Look at the statuses of the nodes of this run.',
  ),
  WAIT_NOT_FOUND: problem(
    [404, 5],
    (details: { wait: string }) => `No wait "${details.wait}" is open.`,
    'List the open waits; a wait is named by its id, or by its run and node.',
  ),
  WAIT_ANSWERED: problem(
    [409, 6],
    (details: { wait: string }) =>
      `The wait "${details.wait}" has already been answered with something else.`,
    'The first answer counts. Look at the run to see what it was.',
  ),
  WAIT_CLOSED: problem(
    [409, 6],
    (details: { wait: string; status: string }) =>
      `The wait "${details.wait}" takes no answer any more: it is ${details.status}.`,
    'Look at the run to see why it went on without an answer.',
  ),
  ANSWER_REFUSED: problem(
    [422, 2],
    (details: { wait: string; complaint: string }) =>
      `The answer was refused: ${details.complaint}`,
    'The wait is still open: answer again, as its prompt and schema ask.',
  ),
  EVENT_REFUSED: problem(
    [429, 6],
    (details: { run: string; kept: number }) =>
      `The run "${details.run}" already has ${details.kept} events that no wait has taken.`,
    'Send events only to runs that wait for them.',
  ),
  BAD_VALUE: problem(
    [400, 2],
    (details: { what: string; complaint: string }) =>
      `The ${details.what} is no JSON: ${details.complaint}`,
    'Use null, booleans, finite numbers, texts, lists and plain objects of those.',
  ),
  BAD_RESULT: problem(
    [422, 1],
    (details: { complaint: string }) =>
      `The node function gave back something else than it may: ${details.complaint}`,
    'Give back { value, ports, context, stop } with plain JSON inside.',
  ),
  BAD_JSON: problem(
    [400, 2],
    (details: { what: string; complaint: string }) =>
      `${details.what} is not valid JSON: ${details.complaint}`,
    'Check the text with a JSON editor: quotes, commas and brackets.',
  ),
  TOO_DEEP: problem(
    [400, 2],
    (details: { what: string; limit: number }) =>
      `${details.what} is nested deeper than ${details.limit} levels.`,
    'Flatten it.',
  ),
  TOO_LARGE: problem(
    [413, 2],
    (details: { what: string; limit: number | string }) =>
      `${details.what} is larger than ${details.limit}.`,
    'Split it, or pass a reference to it instead.',
  ),
  STORE_CONFLICT: problem(
    [409, 6],
    (details: { run: string; expected: number; found: number }) =>
      `The journal of the run "${details.run}" has ${details.found} rows where ${details.expected} were expected: someone else has written to it.`,
    'Load the run again and go on from there.',
  ),
  STORE_UNAVAILABLE: problem(
    [503, 8],
    (details: { reason: string }) => `The store does not answer: ${details.reason}`,
    'Check that the database runs and can be reached; nothing acknowledged is lost.',
  ),
  STORE_FENCED: problem(
    [409, 6],
    (details: { run: string; epoch: number; found: number }) =>
      `The run "${details.run}" has changed hands: it is in epoch ${details.found}, and this was written for epoch ${details.epoch}.`,
    'Nothing was written. Another server drives the run now; this one must let go of it.',
  ),
  STORE_FULL: problem(
    [507, 8],
    (details: { reason: string }) => `The store has no space left: ${details.reason}`,
    'Make room on the disk, or delete ended runs; what was acknowledged is kept, and work goes on when there is space.',
  ),
  STORE_CORRUPT: problem(
    [500, 8],
    (details: { place: string; reason: string }) =>
      `The store "${details.place}" is damaged: ${details.reason}`,
    'Keep the file as it is and restore a backup; docs/stores.md says how.',
  ),
  STORE_LOG_DAMAGED: problem(
    [500, 8],
    (details: { place: string; kept: number; lost: number }) =>
      `The write-ahead log of "${details.place}" was damaged: ${details.lost} of ${details.kept + details.lost} pages could not be read, and work goes on from what was written before them.`,
    'What was written last may be missing: look at the disk, and compare with a backup; docs/stores.md says how.',
  ),
  STORE_LOCKED: problem(
    [409, 8],
    (details: { file: string; pid: number | null }) =>
      `The file "${details.file}" is in use by another process${details.pid === null ? '' : ` (pid ${details.pid})`}.`,
    'One process at a time works on a SQLite file. Stop the other one, talk to it instead, or use a database server.',
  ),
  STORE_VERSION: problem(
    [500, 8],
    (details: { place: string; found: string; needed: string }) =>
      `The store "${details.place}" has ${details.found}; this version of skein needs ${details.needed}.`,
    'Use a version of skein, or of the database, that fits.',
  ),
  STORE_FAILED: problem(
    [500, 8],
    (details: { reason: string }) => `The database refused a statement: ${details.reason}`,
    'Look at the reason, and run `skein doctor`; nothing of this change was written.',
  ),
  TABLE_UNKNOWN: problem(
    [422, 1],
    (details: { table: string; column?: string }) =>
      details.column === undefined
        ? `The store has no table "${details.table}" for dialects.`
        : `The table "${details.table}" has no column "${details.column}".`,
    'Write only into the tables that the store names, with their own columns.',
  ),
  START_REPEATED: problem(
    [409, 6],
    (details: { run: string; key: string }) =>
      `A run was already started with the idempotency key "${details.key}": "${details.run}".`,
    'Use the run that is named, or start with another key.',
  ),
  RUN_UNFINISHED: problem(
    [409, 6],
    (details: { run: string }) =>
      `The run "${details.run}" has not ended, so it cannot be deleted.`,
    'Cancel it first, or wait for its end.',
  ),
  RULES_UNKNOWN: problem(
    [409, 6],
    (details: { run: string; rules: number; known: number }) =>
      `The run "${details.run}" was begun under the decision rules ${details.rules}; this version of skein knows those up to ${details.known}.`,
    'Go on with it in the newer version of skein that began it.',
  ),
  RUN_EXISTS: problem(
    [409, 6],
    (details: { run: string }) => `There is a run with the id "${details.run}" already.`,
    'Import it with new ids, or delete the run that is there.',
  ),
  FORK_REFUSED: problem(
    [422, 2],
    (details: { run: string; complaint: string }) =>
      `The run "${details.run}" cannot be forked like that: ${details.complaint}`,
    'Name an activation that the run has had; `runs.journal` shows them all.',
  ),
  REPLAY_REFUSED: problem(
    [422, 2],
    (details: { complaint: string }) => `It cannot be replayed like that: ${details.complaint}`,
    'Name the node, as in { prompt: { NODE: … } } or --with NODE.prompt=…, or give a whole definition.',
  ),
  BUNDLE_INVALID: problem(
    [400, 2],
    (details: { complaint: string }) => `This is no bundle of runs: ${details.complaint}`,
    'Use what `runs.export` or `skein runs export` gave, unchanged.',
  ),
  ENGINE_BUSY: problem(
    [429, 6],
    (details: { queued: number; limit: number }) =>
      `The engine has ${details.queued} calls waiting for their turn, and takes no new run above ${details.limit}.`,
    'Try again later, or raise `limits` of the engine.',
  ),
  ENGINE_CLOSED: problem(
    [503, 1],
    (_details: JsonObject) => 'The engine was closed.',
    'Make a new engine over the same store: it goes on with the unfinished runs.',
  ),
  FILE_NOT_FOUND: problem(
    [404, 5],
    (details: { file: string }) => `There is no file "${details.file}".`,
    'Check the path; it is relative to the current folder.',
  ),
  FILE_UNREADABLE: problem(
    [400, 2],
    (details: { file: string; reason: string }) =>
      `The file "${details.file}" cannot be read: ${details.reason}`,
    'Check that it is a file and that you may read it.',
  ),
  FILE_NOT_WRITTEN: problem(
    [500, 2],
    (details: { file: string; reason: string }) =>
      `The file "${details.file}" cannot be written: ${details.reason}`,
    'Check that its folder exists and that you may write there.',
  ),
  SCRIPT_INVALID: problem(
    [422, 2],
    (details: { file: string; diagnostics: readonly Diagnostic[] }) =>
      `The script ${details.file} has ${countMistakes(details.diagnostics.length)}.`,
    'Correct what the list names; docs/cli.md shows the form of a script.',
  ),
  CASSETTE_INVALID: problem(
    [422, 2],
    (details: { file: string; problems: readonly string[] }) =>
      `The cassette cannot be used (${details.file}): ${details.problems.join('; ')}.`,
    'Record it again with `skein runs record`, or correct it; docs/testing.md shows its form.',
  ),
  TEST_INVALID: problem(
    [422, 2],
    (details: { file: string; problems: readonly string[] }) =>
      `The test file cannot be used (${details.file}): ${details.problems.join('; ')}.`,
    'Correct it; docs/testing.md names every key, and skein.test.schema.json is its schema.',
  ),
  NOT_ALLOWED: problem(
    [403, 4],
    (details: { what: string }) => `You may not ${details.what}.`,
    'Ask the owner, or use another key.',
  ),
  USAGE: problem(
    [400, 2],
    (details: { complaint: string }) => details.complaint,
    'Run `skein help` to see the commands and their options.',
  ),
  SERVER_UNREACHABLE: problem(
    [503, 8],
    (details: { server: string; reason: string }) =>
      `The server ${details.server} cannot be reached: ${details.reason}`,
    'Check the address and that the server runs (`skein serve`).',
  ),
  INTERNAL: problem(
    [500, 1],
    (details: { reason: string }) => `A bug in skein: ${details.reason}`,
    'Please report it with the command and its files; SKEIN_DEBUG=1 shows where it happened.',
  ),
  INTERRUPTED: problem(
    [499, 130],
    (_details: JsonObject) => 'Interrupted.',
    'Start the command again; a run in a durable store goes on where it was.',
  ),
  ...hostProblems,
  ...serverProblems,
} as const;

export type ProblemCode = keyof typeof problems;
export type ProblemDetails<Code extends ProblemCode> = Parameters<
  (typeof problems)[Code]['message']
>[0];

/** The one class of errors that the engine and its surfaces throw; tell them apart by `code`. */
export class EngineError<Code extends ProblemCode = ProblemCode> extends Error {
  override readonly name = 'EngineError';
  readonly code: Code;
  readonly hint: string;
  readonly details: ProblemDetails<Code>;

  constructor(
    code: Code,
    details: ProblemDetails<Code>,
    options: { readonly cause?: unknown; readonly hint?: string } = {},
  ) {
    // The catalogue pairs each code with the details of its own message; TypeScript cannot follow that through an index.
    const entry = problems[code] as Problem<ProblemDetails<Code>>;
    super(
      entry.message(details),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.hint = options.hint ?? entry.hint;
    this.details = details;
  }

  get status(): number {
    return problems[this.code].status;
  }

  get exitCode(): number {
    return problems[this.code].exitCode;
  }

  /** The form of errors on every surface: `{ "error": { code, message, hint, details } }`. */
  toJSON(): { readonly error: JsonObject } {
    const { code, message, hint } = this;
    // Details are plain JSON by the types of the catalogue above.
    return { error: { code, message, hint, details: this.details as unknown as Json } };
  }
}

function countMistakes(count: number): string {
  return count === 1 ? 'one mistake' : `${count} mistakes`;
}

function listKnown(known: readonly string[] | undefined, label: string): string {
  const shownMax = 20;
  if (known === undefined || known.length === 0) return '';
  const shown = known.slice(0, shownMax).join(', ');
  return ` ${label}: ${shown}${known.length > shownMax ? ', …' : '.'}`;
}

function describeDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  const [first] = errors;
  if (first === undefined) return 'The definition is not valid.';
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `The definition is not valid: ${first.message}${rest}`;
}
