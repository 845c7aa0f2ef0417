/**
 * What is read of a node. No name in the state is one of them, so that `${state.output}` is the output of a node that is called
 * `state`, as it was before runs had a state.
 */
export const nodeFields: ReadonlySet<string> = new Set(['output', 'outputs', 'status']);
