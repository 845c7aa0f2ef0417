// Problems
// Every way in which misuse or a broken environment can stop a caller: one code each, with its HTTP status, the exit code of
// the command line, what happened and what to do. A failing node is not a problem but a `Failure`: data in the journal.
import type { Diagnostic, JsonObject } from '@skein/kernel';
import { fileProblems } from './file-problems.ts';
import { hostProblems } from './host-problems.ts';
import { memoryProblems } from './memory-problems.ts';
import { problem } from './problem.ts';
import { serverProblems } from './server-problems.ts';
import { storeProblems } from './store-problems.ts';

export const problems = {
  WORKFLOW_NOT_FOUND: problem(
    [404, 5],
    (details: { workflow: string; version?: string }) =>
      details.version === undefined
        ? `No workflow has the id "${details.workflow}".`
        : `The workflow "${details.workflow}" has no version "${details.version}".`,
    'Save the definition first, or list the workflows to see which ids exist.',
  ),
  WORKFLOW_NOT_REGISTERED: problem(
    [422, 2],
    (details: { workflow: string; known: readonly string[] }) =>
      `The workflow "${details.workflow}" is not registered with this engine.${listKnown(details.known, 'Registered')}`,
    'Add it to createEngine({ workflows: […] }): a run can go on after a restart only if the engine has its code from the start.',
  ),
  DRAWING_AMBIGUOUS: problem(
    [409, 2],
    (details: { name: string; found: readonly string[] }) =>
      `"${details.name}" is drawn ${details.found.length} times: ${details.found.join('; ')}.`,
    'Give each WORKFLOW an id of its own and name that, or link every step to its WORKFLOW by HAS.',
  ),
  WORKFLOW_INVALID: problem(
    [422, 2],
    (details: { diagnostics: readonly Diagnostic[] }) => describeDiagnostics(details.diagnostics),
    'Fix the errors that the diagnostics point to; `skein validate FILE` lists them all.',
  ),
  DIALECT_UNKNOWN: problem(
    [400, 2],
    (details: { dialect: string; known: readonly string[] }) =>
      `Unknown dialect "${details.dialect}".${listKnown(details.known, 'Known')}`,
    'Use one of the dialect names listed in docs/dialects/README.md.',
  ),
  NOT_CONVERTIBLE: problem(
    [422, 2],
    (details: {
      dialect: string;
      losses: readonly Diagnostic[];
      diagnostics: readonly Diagnostic[];
    }) => `The workflow has no valid form in the dialect ${details.dialect}.`,
    'The losses list what the dialect cannot express. Keep the definition in its own dialect, or convert it to native.',
  ),
  NODE_NOT_FOUND: problem(
    [404, 5],
    (details: { node: string; known?: readonly string[] }) =>
      `The workflow has no node "${details.node}".${listKnown(details.known, 'Its nodes')}`,
    'Use the exact id of one of its nodes.',
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
      `No function is registered as "${details.name}".${listKnown(details.known, 'Registered')}`,
    'Register the function with the engine, or correct `name` in the config of the node.',
  ),
  MODEL_NOT_FOUND: problem(
    [422, 2],
    (details: { model: string }) => `No model is configured for the name "${details.model}".`,
    'Configure a model for this name, or run with a script (`--script`).',
  ),
  INPUT_INVALID: problem(
    [422, 2],
    (details: { complaints: readonly string[] }) =>
      `The input does not match the schema of the start node: ${details.complaints.join('; ')}.`,
    'Change the input, or the `schema` of the start node.',
  ),
  SCHEMA_INVALID: problem(
    [422, 2],
    (details: { complaint: string }) => `The JSON schema cannot be used: ${details.complaint}.`,
    'Correct the schema in the definition; draft 2020-12 and draft 07 are supported.',
  ),
  SCHEMA_TOO_COSTLY: problem(
    [422, 2],
    (details: { what: string; complaint: string }) =>
      `The ${details.what} cannot be checked against its JSON schema: ${details.complaint}.`,
    'Simplify the schema (fewer alternatives, shorter patterns, no reference to itself), or send less.',
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
    'Everything in the journal is kept. Recover the run, or ask the process that drives it now.',
  ),
  RUN_ELSEWHERE: problem(
    [503, 6],
    (details: { run: string; owner: string }) =>
      `The run "${details.run}" is driven by another process (${details.owner}).`,
    'Ask that process, or retry: if it has died, its runs are taken over ten seconds later.',
  ),
  RUN_MOVED: problem(
    [503, 6],
    (details: { run: string }) => `The run "${details.run}" was just unloaded from memory.`,
    'Retry: the run is loaded from the store on demand.',
  ),
  NODE_NOT_FAILED: problem(
    [409, 6],
    (details: { run: string; node: string; status: string }) =>
      `Only a failed node can be retried; "${details.node}" is ${details.status}.`,
    'Check the node statuses of this run.',
  ),
  WAIT_NOT_FOUND: problem(
    [404, 5],
    (details: { wait: string }) => `There is no open wait "${details.wait}".`,
    'List the open waits. Name a wait by its id, or by its run and node.',
  ),
  WAIT_ANSWERED: problem(
    [409, 6],
    (details: { wait: string }) =>
      `The wait "${details.wait}" has already been answered differently.`,
    'The first answer counts. The run shows what it was.',
  ),
  WAIT_CLOSED: problem(
    [409, 6],
    (details: { wait: string; status: string }) =>
      `The wait "${details.wait}" can no longer be answered: it is ${details.status}.`,
    'The run shows why it continued without an answer.',
  ),
  ANSWER_REFUSED: problem(
    [422, 2],
    (details: { wait: string; complaint: string }) =>
      `The answer was refused: ${details.complaint}`,
    'The wait is still open: answer again, following its prompt and schema.',
  ),
  EVENT_REFUSED: problem(
    [429, 6],
    (details: { run: string; kept: number }) =>
      `The run "${details.run}" already holds ${details.kept} events that no wait has consumed.`,
    'Send events only to runs that wait for them.',
  ),
  START_UNCLEAR: problem(
    [400, 2],
    (details: { start: string; trigger: string }) =>
      `A run starts at a node or by a trigger, and here are both: the node "${details.start}" and the trigger "${details.trigger}".`,
    'Give one of them.',
  ),
  BAD_VALUE: problem(
    [400, 2],
    (details: { what: string; complaint: string }) =>
      `The ${details.what} cannot be used: ${details.complaint}`,
    'Values are JSON: null, booleans, finite numbers, strings, arrays and plain objects of those.',
  ),
  BAD_RESULT: problem(
    [422, 1],
    (details: { complaint: string }) =>
      `The node function returned an invalid result: ${details.complaint}`,
    'Return { value, ports, context, stop } with plain JSON inside.',
  ),
  BAD_JSON: problem(
    [400, 2],
    (details: { what: string; complaint: string }) =>
      `${details.what} is not valid JSON: ${details.complaint}`,
    'Check the text with a JSON editor: quotes, commas and brackets.',
  ),
  IMPORT_UNKNOWN: problem(
    [422, 2],
    (details: { file: string; format: string | null }) =>
      details.format === null
        ? `${details.file} is not a file of a product that workflows can be imported from.`
        : `${details.file} is not a file of ${details.format}.`,
    'Workflows are imported from n8n, Dify, Flowise (agentflow v2) and AWS Step Functions; export the whole workflow there, as JSON or YAML.',
  ),
  IMPORT_CYCLE: problem(
    [422, 2],
    (details: { workflows: readonly string[] }) =>
      details.workflows.length === 1
        ? `The workflow "${details.workflows[0] ?? ''}" calls itself.`
        : `The workflows ${details.workflows.map((id) => `"${id}"`).join(', ')} call each other in a circle.`,
    'A run of it would start runs until a limit ends it. Take one of the calls out; if a condition ends the circle, import it with --allow-cycles.',
  ),
  TOO_DEEP: problem(
    [400, 2],
    (details: { what: string; limit: number }) =>
      `${details.what} is nested deeper than ${details.limit} levels.`,
    'Flatten it.',
  ),
  USER_BUSY: problem(
    [429, 6],
    (details: { open: number; limit: number }) =>
      `This user has ${details.open} runs under way; ${details.limit} are allowed.`,
    'Wait for some of them to end, or cancel them.',
  ),
  USER_BYTES_FULL: problem(
    [409, 6],
    (details: { bytes: number; limit: number }) =>
      `The journals of this user's runs have ${details.bytes} bytes; ${details.limit} are allowed.`,
    'Delete runs that have ended, or have the operator raise limits.engine.ceilings.userBytes.',
  ),
  TREE_TOO_LARGE: problem(
    [422, 7],
    (details: { limit: string; max: number }) =>
      `The tree of runs has reached its limit ${details.limit}, ${details.max}: no run is started in it any more.`,
    'End the recursion with a condition, map over fewer items, or have the operator raise the ceiling.',
  ),
  TOO_LARGE: problem(
    [413, 2],
    (details: { what: string; limit: number | string }) =>
      `${details.what} is larger than ${details.limit}.`,
    'Split it, or pass a reference to it instead.',
  ),
  ...storeProblems,
  START_REPEATED: problem(
    [409, 6],
    (details: { run: string; key: string; seq?: number }) =>
      `The idempotency key "${details.key}" already started something else: the run "${details.run}".`,
    'Repeat the start with the same workflow, input and start node to get that run, or start with another key.',
  ),
  SLOT_DEADLOCK: problem(
    [409, 7],
    (details: { run: string; key: string; heldBy: readonly string[] }) =>
      details.heldBy.includes(details.run) && details.heldBy.length === 1
        ? `It waits for a slot of "${details.key}" that its own run holds: neither could ever go on.`
        : `It waits for a slot of "${details.key}" that is held by ${details.heldBy.map((run) => `the run "${run}"`).join(', ')}, where everything waits for what is held here, or above: none of them could ever go on.`,
    'Hold a slot for the whole sub-workflow or for the node inside it, not for both; where several are needed, take them in one node, or everywhere in the same order.',
  ),
  START_PENDING: problem(
    [409, 6],
    (details: { run: string; key: string }) =>
      `The run "${details.run}" with the debounce key "${details.key}" has not begun: a further start joins it.`,
    'Start it through an engine, which lets the start join that run.',
  ),
  RUN_UNFINISHED: problem(
    [409, 6],
    (details: { run: string }) =>
      `The run "${details.run}" has not ended, so it cannot be deleted.`,
    'Cancel it first, or wait for it to end.',
  ),
  RULES_UNKNOWN: problem(
    [409, 6],
    (details: { run: string; rules: number; known: number }) =>
      `The run "${details.run}" was started under version ${details.rules} of the decision rules; this version of skein knows versions up to ${details.known}.`,
    'Continue it with the newer version of skein that started it.',
  ),
  RUN_QUARANTINED: problem(
    [409, 6],
    (details: { run: string; deaths: number }) =>
      `The run "${details.run}" is quarantined: processes died while they drove it, ${details.deaths > 0 ? `${details.deaths} of them ` : ''}one after another with nothing written in between.`,
    'Look at its journal and at the logs of those processes, mend the cause, then release it (`skein runs release`) or cancel it.',
  ),
  RUN_EXISTS: problem(
    [409, 6],
    (details: { run: string }) => `A run with the id "${details.run}" already exists.`,
    'Import it with new ids, or delete the existing run.',
  ),
  FORK_REFUSED: problem(
    [422, 2],
    (details: { run: string; complaint: string }) =>
      `The run "${details.run}" cannot be forked this way: ${details.complaint}`,
    'Name an existing activation of the run; `runs.journal` shows them all.',
  ),
  RESUME_REFUSED: problem(
    [409, 6],
    (details: { run: string; complaint: string }) =>
      `The run "${details.run}" cannot be resumed: ${details.complaint}`,
    'Resume the failed run at the top, in a version that mends what failed; or fork it.',
  ),
  MOVE_REFUSED: problem(
    [409, 6],
    (details: { run: string; version: string; complaint: string }) =>
      `The run "${details.run}" cannot go on in version ${details.version}: ${details.complaint}`,
    'Keep the nodes on which the run waits, with their ids, types and loops; a dry run names them all.',
  ),
  REPLAY_REFUSED: problem(
    [422, 2],
    (details: { complaint: string }) => `This run cannot be replayed: ${details.complaint}`,
    'Name the node, as in { prompt: { NODE: … } } or --with NODE.prompt=…, or give a whole definition.',
  ),
  BUNDLE_INVALID: problem(
    [400, 2],
    (details: { complaint: string }) => `This is not a valid bundle of runs: ${details.complaint}`,
    'Use the unmodified output of `runs.export` or `skein runs export`.',
  ),
  ENGINE_BUSY: problem(
    [429, 6],
    (details: { queued: number; limit: number }) =>
      `The engine has ${details.queued} queued calls and accepts no runs above ${details.limit}.`,
    'Retry later, or raise the `limits` of the engine.',
  ),
  ENGINE_CLOSED: problem(
    [503, 1],
    (_details: JsonObject) => 'The engine was closed, or is being closed.',
    'Create a new engine on the same store: it resumes the unfinished runs.',
  ),
  RUN_FILE_NOT_FOUND: problem(
    [404, 5],
    (details: { file: string }) => `There is no file "${details.file}" that this run may read.`,
    'A file belongs to the user of the run that made it, and is deleted with that run.',
  ),
  FILE_TOO_LARGE: problem(
    [413, 2],
    (details: { name: string; limit: number }) =>
      `The file "${details.name}" is larger than ${details.limit} bytes.`,
    'Have the operator raise limits.engine.ceilings.fileBytes.',
  ),
  FILES_UNSUPPORTED: problem(
    [501, 2],
    (_details: JsonObject) => 'The store of this engine keeps no files.',
    'Use a store that is opened by its address, or implement `files` of your own store.',
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
    'Check that it is a file and that you have permission to read it.',
  ),
  FILE_NOT_WRITTEN: problem(
    [500, 2],
    (details: { file: string; reason: string }) =>
      `The file "${details.file}" cannot be written: ${details.reason}`,
    'Check that its folder exists and that you have permission to write there.',
  ),
  FILES_EXIST: problem(
    [409, 2],
    (details: { files: readonly string[] }) =>
      `${details.files.length === 1 ? 'A file is' : `${details.files.length} files are`} there already: ${details.files.slice(0, 10).join(', ')}${details.files.length > 10 ? ' and others' : ''}. Nothing was written.`,
    'Name another folder, or replace them with --force.',
  ),
  NOT_ALLOWED: problem(
    [403, 4],
    (details: { what: string }) => `You are not allowed to ${details.what}.`,
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
    'Check the address, and that the server is running (`skein serve`).',
  ),
  INTERNAL: problem(
    [500, 1],
    (details: { reason: string }) => `A bug in skein: ${details.reason}`,
    'Please report it with the command and its files; SKEIN_DEBUG=1 shows where it happened.',
  ),
  INTERRUPTED: problem(
    [499, 130],
    (_details: JsonObject) => 'Interrupted.',
    'Run the command again; a run in a durable store resumes where it was.',
  ),
  ...fileProblems,
  ...hostProblems,
  ...memoryProblems,
  ...serverProblems,
} as const;

export type ProblemCode = keyof typeof problems;
export type ProblemDetails<Code extends ProblemCode> = Parameters<
  (typeof problems)[Code]['message']
>[0];

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
