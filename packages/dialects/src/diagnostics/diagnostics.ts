// The catalogue of diagnostics
// Every code that a definition can be answered with, the kernel's about its structure included, and what it means. Each has a
// page in docs/errors; codes are never renamed, because programs compare them.

export const diagnostics = {
  // What may enter.
  BAD_JSON: 'The text is not JSON.',
  BAD_NUMBER: 'A number is too large to be held.',
  DIALECT_UNKNOWN: 'The definition has the shape of no known dialect, or an unknown one was named.',
  NOT_JSON: 'A value given by a program is none that JSON can hold.',
  TOO_DEEP: 'Lists and objects are nested over 200 levels deep.',

  // Shapes.
  ALWAYS_TRUTHY: 'A condition has a default that counts as true, although it reads as false.',
  BAD_CONFIG: 'A node cannot use its config.',
  BAD_VALUE: 'A value has the right type but is none of those that are allowed.',
  EXPORT_LOSS: 'A dialect cannot say something that the workflow says.',
  FUNCTION_NOT_REGISTERED: 'A function node names a function that no one registered.',
  MISSING_KEY: 'Something lacks a key that it needs or should have.',
  UNKNOWN_KEY: 'A key has no meaning where it stands.',
  WRONG_TYPE: 'A value is of another type than its key needs.',

  // Steps of a pipeline.
  DUPLICATE_NAME: 'Two steps have the same name.',
  NOT_A_UUID: 'An id is no UUID where the format means one.',
  NOTHING_FLOWS_IN: 'A prompt refers to nothing that comes before it.',
  PLACEHOLDER_UNKNOWN: 'Something looks like a placeholder and is none.',
  STEP_NOT_EARLIER: 'A step refers to itself or to one that runs later.',
  STEP_UNKNOWN: 'A step refers to one that does not exist.',
  STEP_WITHOUT_OUTPUT: 'A step refers to one that has no output.',
  TOO_MANY_ITEMS: 'A map has more items than a run may have below it.',
  TOO_MANY_PLACEHOLDERS: 'A prompt has more placeholders than a run could fill.',
  ZONE_UNKNOWN: 'A time zone does not exist.',
  CIRCULAR_DEPENDENCY: 'Nodes of a dataflow need each other, and no person is among them.',

  // Structure, found by the kernel.
  BAD_CONDITION: 'A condition does not parse.',
  BAD_REFERENCE: 'A reference in a template does not parse.',
  CANCELS_MISSING: 'A node cancels one that does not exist.',
  DUPLICATE_ID: 'Two nodes or two edges have the same id.',
  EDGE_END_MISSING: 'An edge comes from or leads to a node that does not exist.',
  EMPTY_WORKFLOW: 'The workflow has no nodes.',
  ENTRY_MISSING: 'The run shall start at a node that does not exist.',
  JOIN_MAY_STARVE: 'A required input can only come from a branch that may not be taken.',
  LIMIT_NODE_MISSING: 'The node that shall take over at a limit does not exist.',
  LOOP_AMBIGUOUS: 'It is not clear which edge of a cycle starts its next round.',
  LOOP_IMPOSSIBLE: 'An edge is marked as a loop edge but closes no cycle.',
  LOOPS_TOO_DEEP: 'Thousands of loops lie inside one another.',
  N_IGNORED: 'A node has an "n" that its join does not read.',
  N_OUT_OF_RANGE: 'An n-of join needs more edges than lead to it.',
  NO_ENTRY: 'The run has no node to start with.',
  PORT_NEVER_FIRES: 'An edge leaves a port that its node never fires.',
  REQUIRED_UNCONNECTED: 'No edge brings a required input.',
  SAME_PORT_TWICE: 'Two edges bring a value to the same input port.',
  SUBAGENT_IS_ENTRY: 'A subagent also starts with the run.',
  UNBOUNDED_LOOP: 'Every round of a loop leads to the next one.',
  UNKNOWN_NODE_TYPE: 'A node has a type that is not known.',
  UNKNOWN_REFERENCE: 'A reference can never have a value.',
  UNREACHABLE_NODE: 'No way leads to a node.',

  // Canvas.
  HANDLE_IGNORED: 'A connection enters a node at a handle that makes no difference.',
  HANDLE_NEVER_FIRES: 'A connection leaves a handle that its node does not have.',
  PROMPT_IGNORED: 'The user prompt of a subagent is never used.',
  SEVERAL_STARTS: 'A canvas has more than one start.',
  SUBAGENT_CYCLE: 'Agents are subagents of each other in a circle.',
  SUBAGENT_HANDLE: 'A subagent is entered at another handle than its input.',
  SUBAGENT_IN_FLOW: 'A subagent also takes part in the flow of the workflow.',
  SUBAGENT_NOT_AGENT: 'A subagent connection begins or ends at a node that is not an agent.',
  SUBAGENT_OF_ITSELF: 'An agent is its own subagent.',
  SUBAGENT_SHARED: 'An agent is a subagent more than once.',
  SUBAGENTS_OFF: 'An agent has subagents although its tool for them is off.',

  // Agent graphs.
  AGENT_UNKNOWN: 'A node runs an agent that is neither in the definition nor stored.',
  END_EDGE_MISSING: 'An agent of a conversation has no edge that ends it.',
  EXECUTOR_MISSING: 'An agent has tools, and nobody to run them.',
  NODE_NAME_TWICE: 'Two nodes have the same name.',
  ROUTE_CASE: 'Two choices of an agent differ only in their letter case.',
  ROUTE_TWICE: 'Two edges of one node are followed under the same condition.',
  TOOL_NAME_TAKEN: 'A tool of an agent has a name that is taken.',
  WORKFLOW_ID_DIFFERS: 'A node or an edge is marked as part of another workflow.',

  // The way back.
} as const;

export type DiagnosticCode = keyof typeof diagnostics;
