// What helps against a failure
// One sentence for each failure that a node can have; docs/errors says more, and a test holds the two together.
import type { Failure } from '@skein/kernel';
import { ownValue } from '@skein/kernel';

const hints: Readonly<Record<string, string>> = {
  AGENT_TURNS_EXCEEDED:
    'Raise "maxTurns" of the agent, or look in its messages for what it repeats.',
  BAD_CONFIG: 'Look at the value that the message names; a default in the reference may help.',
  BAD_RESULT: 'The function must give back plain JSON.',
  CASSETTE_MISS: 'Record the run again, or correct the question in the cassette.',
  CHILD_FAILED: 'Look at the child run: it has a journal of its own.',
  CONTEXT_REWRITTEN: 'Add messages behind the others, or use another "contextId".',
  EXECUTION_LOST: 'Look whether workers of the pool run, then retry.',
  FUNCTION_ARGS_INVALID: 'Correct "args" in the settings of the node.',
  FUNCTION_NOT_FOUND: 'Register the function with the engine, or correct its name in the settings.',
  FUNCTION_PORT_UNKNOWN: 'Declare the port where the function is registered.',
  INTENT_UNMATCHED: 'Describe the routes better, or add one for everything else.',
  MODEL_CALL_FAILED:
    'Check the key and the name of the model, then retry; "retry" of the node sets the attempts.',
  MODEL_KEY_MISSING: 'Add the key under Settings, or use the offline model "scripted".',
  MODEL_OUTPUT_INVALID: 'Say in the prompt which form you need, or loosen the schema.',
  MODEL_SCRIPT_EMPTY: 'Add a reply to the script, or set "otherwise" to "echo".',
  NODE_FAILED: 'The message is that of the function. A line from the port "error" can handle it.',
  NODE_NOT_REGISTERED: 'Register the node type with the engine, or correct the type of the node.',
  NODE_REPORTED_ERROR:
    'The function wrote the message. A line from the output "error" can handle it.',
  OUTCOME_UNKNOWN: 'Look at the receiver whether it took place, and put it right there.',
  ROUTE_UNKNOWN:
    'Say in the prompt which names the agent may choose, or add a line with its choice.',
  TEST_FAILED: 'Give the node more attempts, or a line from its port "error".',
  TIMEOUT: 'Raise "timeoutMs" of the node, or give it more attempts.',
  TOOL_ARGS_INVALID: 'Describe the parameters of the tool better, or correct "args".',
  TOOL_FAILED:
    'The message is the tool\'s own. A retry, or a line from the port "error", can handle it.',
  TOOL_NOT_FOUND: 'Register the tool, add it to the script, or correct its name.',
  UNRESOLVED_REFERENCE:
    'Give the reference a default, or add a line so that the other node is done first.',
  VALUE_TOO_LARGE: 'Put in only the part that is needed, or keep what grows outside.',
  WAIT_EXPIRED: 'Ask with a longer deadline, or handle it with a line from the port "error".',
};

/** Codes of failures that have a hint. */
export const hintedCodes: readonly string[] = Object.keys(hints);

/** What the failure itself says, else what its code says; null for a code that somebody else made. */
export function hintFor({ code, data }: Pick<Failure, 'code' | 'data'>): string | null {
  const own = data === undefined ? undefined : ownValue(data, 'hint');
  if (typeof own === 'string' && own !== '') return own;
  return Object.hasOwn(hints, code) ? (hints[code] ?? null) : null;
}
