import { definitionCompiler, knownTypes } from '@skein/dialects';
import { composeWorkflows, type ComposedWorkflows } from '../../parts/compose-workflows.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { loadRegistered } from './load-config.ts';
import { remoteCall } from './remote-call.ts';

/** Compiles with the node types and functions of the configuration, or with those of the server that `--server` names. */
export async function readCompiler(given: ParsedArguments): Promise<ComposedWorkflows['compile']> {
  const ask = remoteCall(given);
  if (ask === null) return composeWorkflows(await loadRegistered(given)).compile;
  const [types, functions] = await Promise.all([ask('listNodeTypes'), ask('listFunctions')]);
  return definitionCompiler(knownTypes(types.items, functions.items));
}
