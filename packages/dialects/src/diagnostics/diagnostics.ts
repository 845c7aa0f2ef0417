// The catalogue of diagnostics
// Every code that checking a definition can report, including the kernel's about its structure, and what it means. Each has
// a page in docs/errors; codes are never renamed, because programs compare them.

export const diagnostics = {
  // Reading the text.
  BAD_JSON: 'The text is not JSON.',
  BAD_YAML: 'The text is not YAML that can be read.',
  BAD_NUMBER: 'A number is too large to represent.',
  DIALECT_UNKNOWN:
    'The definition does not look like any known dialect, or an unknown dialect was named.',
  DOCUMENT_TOO_LARGE: 'A document has more characters than are read.',
  NOT_JSON: 'A program passed a value that JSON cannot represent.',
  TOO_DEEP: 'Arrays and objects are nested more than 200 levels deep.',

  // Shapes.
  ALWAYS_TRUTHY: 'A condition has a default that counts as true although it looks false.',
  BAD_CONFIG: 'A node cannot use its config.',
  BAD_VALUE: 'A value has the right type but is not one of the allowed values.',
  EXPORT_LOSS: 'A dialect cannot express something that the workflow contains.',
  IMPORT_LOSS:
    'Something of an imported workflow has to be bound, written anew or checked by a person.',
  FUNCTION_NOT_REGISTERED: 'A function node names a function that is not registered.',
  ABOVE_CEILING: 'A limit is higher than the operator of the engine allows.',
  MORE_PROBLEMS: 'There are more problems than are listed.',
  MISSING_KEY: 'A required or recommended key is missing.',
  MODEL_UNAVAILABLE: 'No provider answers for the model of a node, or its key is missing.',
  SECRET_UNAVAILABLE: 'A node names a secret that is not there, or that workflows may not send.',
  SCHEMA_INVALID: 'A JSON schema cannot be used to check anything.',
  ARGUMENT_MISSING:
    'What a node calls, or what a schedule starts, requires a value that it is not given.',
  TOOL_UNAVAILABLE: 'A node names a tool that is not there, or that nobody can run for its model.',
  UNKNOWN_KEY: 'A key has no meaning in this place.',
  WRONG_TYPE: 'A value has the wrong type for its key.',

  // Steps of a pipeline.
  DUPLICATE_NAME: 'Two steps, or two triggers, have the same name.',
  NOT_A_UUID: 'An id is not a UUID where the format expects one.',
  NOTHING_FLOWS_IN: 'A prompt uses no earlier output.',
  PLACEHOLDER_UNKNOWN: 'Something looks like a placeholder but is not one.',
  STEP_NOT_EARLIER: 'A step refers to itself or to a later step.',
  STEP_UNKNOWN: 'A step refers to a step that does not exist.',
  STEP_WITHOUT_OUTPUT: 'A step refers to a step that has no output.',
  TOO_MANY_ITEMS: 'A map has more items than a run may have child runs.',
  TOO_MANY_PLACEHOLDERS: 'A prompt has more placeholders than a run could fill.',
  TRIGGER_INCOMPLETE: 'A trigger lacks a setting without which it starts nothing.',
  ZONE_UNKNOWN: 'A time zone does not exist.',
  CIRCULAR_DEPENDENCY:
    'Nodes of a dataflow depend on each other in a cycle that contains no user input.',

  // Structure, found by the kernel.
  BAD_CONDITION: 'A condition does not parse.',
  BAD_EXPRESSION: 'An expression does not parse, or names something that does not exist.',
  BAD_STATE: 'The declared state has too many or wrong names, or is too large.',
  BAD_REFERENCE: 'A reference in a template does not parse.',
  BAD_STEP: 'A step of a data node is wrong: what it does, or one of its settings.',
  CANCELS_MISSING: 'A node cancels a node that does not exist.',
  DUPLICATE_ID: 'Two nodes or two edges have the same id.',
  EACH_NOT_POSSIBLE: 'A node has `each`, but its type cannot work on items one by one.',
  EDGE_END_MISSING: 'An edge starts or ends at a node that does not exist.',
  EMPTY_WORKFLOW: 'The workflow has no nodes.',
  ENTRY_MISSING: 'The start node does not exist.',
  JOIN_MAY_STARVE: 'A required input can only come from a branch that may not be taken.',
  LIMIT_NODE_MISSING: 'The node to continue with at a limit does not exist.',
  LOOP_AMBIGUOUS: 'It is not clear which edge of a cycle starts its next round.',
  LOOP_IMPOSSIBLE: 'An edge is marked as a loop edge but closes no cycle.',
  LOOPS_TOO_DEEP: 'Loops are nested thousands of levels deep.',
  N_IGNORED: 'A node has an "n" that its join ignores.',
  N_OUT_OF_RANGE: 'An n-of join needs more incoming edges than it has.',
  NO_ENTRY: 'The workflow has no node to start at.',
  PORT_NEVER_FIRES: 'An edge leaves a port that its node never fires.',
  REQUIRED_UNCONNECTED: 'A required input has no incoming edge.',
  SAME_PORT_TWICE: 'Two edges bring a value to the same input port.',
  SUBAGENT_IS_ENTRY: 'A subagent also starts with the run.',
  UNBOUNDED_LOOP: 'A loop has no exit: every round leads to the next one.',
  UNKNOWN_NODE_TYPE: 'A node has an unknown type.',
  UNKNOWN_REFERENCE: 'A reference can never have a value.',
  UNKNOWN_STATE: 'A reference or a `set` node names a state that is not declared.',
  UNREACHABLE_NODE: 'A node cannot be reached.',

  // Canvas.
  HANDLE_IGNORED: 'A connection enters a node at a handle that is ignored.',
  HANDLE_NEVER_FIRES: 'A connection leaves a handle that its node does not have.',
  PROMPT_IGNORED: 'The user prompt of a subagent is never used.',
  SEVERAL_STARTS: 'A canvas has more than one start.',
  SUBAGENT_CYCLE: 'Agents are subagents of each other in a cycle.',
  SUBAGENT_HANDLE: 'A connection enters a subagent at a handle other than its input.',
  SUBAGENT_IN_FLOW: 'A subagent also takes part in the flow of the workflow.',
  SUBAGENT_NOT_AGENT: 'A subagent connection starts or ends at a node that is not an agent.',
  SUBAGENT_OF_ITSELF: 'An agent is its own subagent.',
  SUBAGENT_SHARED: 'An agent is connected as a subagent more than once.',
  SUBAGENTS_OFF: 'An agent has subagents, but its subagent tool is turned off.',

  // Agent graphs.
  AGENT_UNKNOWN: 'A node runs an agent that is neither in the definition nor stored.',
  END_EDGE_MISSING: 'An agent in a conversation has no edge that ends the conversation.',
  EXECUTOR_MISSING: 'An agent has tools but no tool executor to run them.',
  NODE_NAME_TWICE: 'Two nodes have the same name.',
  ROUTE_CASE: 'Two choices of an agent differ only in letter case.',
  ROUTE_TWICE: 'Two edges of one node are followed under the same condition.',
  TOOL_NOT_REGISTERED: 'A node names a tool that is not registered.',
  TOOL_NAME_TAKEN: 'A tool of an agent has a name that is already taken.',
  EDGE_TOOL_UNKNOWN: 'An edge of a tool executor names a tool that no agent can call.',
  WORKFLOW_ID_DIFFERS: 'A node or edge is marked as part of another workflow.',
} as const;

export type DiagnosticCode = keyof typeof diagnostics;
