// Hints for failures
// One sentence for each failure code of nodes; docs/errors says more, and a test keeps the two in step.
import type { Failure } from '@skein/kernel';
import { ownValue } from '@skein/kernel';

const hints: Readonly<Record<string, string>> = {
  AGENT_TURNS_EXCEEDED: 'Raise "maxTurns" of the agent, or check its messages for what it repeats.',
  ANSWER_INVALID: 'Catch the StepError and ask again, and say in the prompt what is expected.',
  BAD_CONFIG: 'Check the value that the message names; a default in the reference may help.',
  BAD_RESULT: 'The function must return plain JSON.',
  BAD_STATE_CHANGE:
    'Give the state a first value of the right type in the definition, or check what the node writes.',
  CASSETTE_MISS: 'Record the run again, or correct the question in the cassette.',
  CHILD_FAILED: 'Open the child run: it has its own journal.',
  CODE_DIVERGED: 'The code was changed while the node was under way: retry from before it.',
  CODE_MEMORY: 'Work on the data in parts, or raise "limits.memoryMb" of the node.',
  CODE_NEVER_ENDS: 'Await nothing but calls of tools; a delay node waits for a time.',
  CODE_NOT_ALLOWED: 'Name the tool in "tools" of the node, or ask the operator about limits.code.',
  CODE_OUTPUT: 'Return plain JSON that fits the schema and the ports of the node.',
  CODE_THREW: 'Correct the code at the line that the message names; its log is among the steps.',
  CODE_TIMEOUT: 'Do less in one node, or raise "limits.cpuMs" of it.',
  CONTEXT_REWRITTEN:
    'Append messages instead of changing earlier ones, or use another "contextId".',
  DATA_FAILED:
    'Check the rows that the step gets; a filter or a set step before it can clean them. An edge from the port "error" can handle it.',
  DATA_LIMIT:
    'Filter or limit the rows first, split them with "chunk" and a map, or let a function do it.',
  EVENT_INVALID: 'Send the event with engine.send, which checks its data first.',
  EXECUTION_LOST: 'Check that workers of the pool are running, then retry.',
  EXPRESSION_FAILED:
    'Check the values that it reads; convert them, or give a default with "??". An edge from the port "error" can handle it.',
  EXPRESSION_LIMIT: 'Look at fewer items, or let a function do the heavy work.',
  FAILED: 'The workflow fails here on purpose. An edge from the port "error" can handle it.',
  FUNCTION_ARGS_INVALID: 'Correct "args" in the settings of the node.',
  FUNCTION_NOT_FOUND: 'Register the function with the engine, or correct its name in the settings.',
  FUNCTION_PORT_UNKNOWN: 'Declare the port where the function is registered.',
  INTENT_UNMATCHED: 'Describe the routes better, or add a catch-all route.',
  MODEL_CALL_FAILED:
    'Check the key and the name of the model, then retry; "retry" of the node sets the attempts.',
  MODEL_KEY_MISSING: 'Add the key under Settings, or use the offline model "scripted".',
  MODEL_OUTPUT_INVALID: 'State the required format in the prompt, or loosen the schema.',
  MODEL_SCRIPT_EMPTY: 'Add a reply to the script, or set "otherwise" to "echo".',
  NODE_FAILED: 'The message comes from the function. An edge from the port "error" can handle it.',
  NODE_NOT_REGISTERED: 'Register the node type with the engine, or correct the type of the node.',
  NODE_REPORTED_ERROR:
    'The message comes from the function. An edge from the output "error" can handle it.',
  NOT_DETERMINISTIC:
    'Put what differs between two calls into io.step, or use io.now and io.uuid; then resume the run.',
  OUTCOME_UNKNOWN: 'Check with the receiver whether it happened, and correct it there.',
  ROUTE_UNKNOWN:
    'List the names the agent may choose in the prompt, or add an edge for its choice.',
  STATE_TOO_LARGE: 'Keep less in the state: what is large belongs into the output of a node.',
  STEP_AMBIGUOUS: 'Use io.map, whose items have names of their own, or name the calls differently.',
  STEP_FAILED: 'Give the step a retry policy, or catch the StepError in the function.',
  STEP_NESTED: 'Make both calls in the function of the workflow, one after the other.',
  TEST_FAILED: 'Give the node more attempts, or an edge from its port "error".',
  TIMEOUT: 'Raise "timeoutMs" of the node, or give it more attempts.',
  TOOL_ARGS_INVALID: 'Describe the parameters of the tool better, or correct "args".',
  TOOL_FAILED:
    'The message comes from the tool. A retry policy or an edge from the port "error" can handle it.',
  TOOL_NOT_FOUND: 'Register the tool, add it to the script, or correct its name.',
  UNRESOLVED_REFERENCE:
    'Give the reference a default, or add an edge so that the other node runs first.',
  VALUE_TOO_LARGE: 'Pass only the part that is needed, or store growing data outside the run.',
  WAIT_EXPIRED: 'Set a longer deadline, or handle it with an edge from the port "error".',
};

/** The failure codes that have a hint. */
export const hintedCodes: readonly string[] = Object.keys(hints);

/** The hint of the failure itself, else that of its code; null for unknown codes. */
export function hintFor({ code, data }: Pick<Failure, 'code' | 'data'>): string | null {
  const own = data === undefined ? undefined : ownValue(data, 'hint');
  if (typeof own === 'string' && own !== '') return own;
  return Object.hasOwn(hints, code) ? (hints[code] ?? null) : null;
}

/** A failure and its hint. */
export interface ShownFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  /** What the system or a library said, where the message says it in words. */
  readonly reason?: string;
}

export function shownFailure(failure: Pick<Failure, 'code' | 'message' | 'data'>): ShownFailure {
  const { code, message, data } = failure;
  const reason = data === undefined ? undefined : ownValue(data, 'reason');
  const shown = { code, message, hint: hintFor(failure) };
  return typeof reason === 'string' && reason !== '' ? { ...shown, reason } : shown;
}
