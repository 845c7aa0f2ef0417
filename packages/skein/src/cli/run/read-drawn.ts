// Graphs that somebody drew in a database
// `skein run neo4j://… --workflow NAME` reads the drawing and leaves it unchanged. The run is kept in the same database
// unless another store is named.
import { problemError, usageError } from '../errors/command-error.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import type { RunRequest, RunSource } from './run-request.ts';
import { withoutUndefined } from '../../without-undefined.ts';

export function isGraphAddress(given: string): boolean {
  return /^(?:neo4j|bolt)(?:\+s|\+ssc)?:\/\//i.test(given);
}

/** Where the run is kept. */
export function keepInGraph(
  given: ParsedArguments,
  address: string,
): Pick<RunRequest, 'store' | 'isDetached'> {
  return { store: given.one('store') ?? address, isDetached: given.has('detach') };
}

export async function readDrawn(address: string, given: ParsedArguments): Promise<RunSource> {
  const dialect = given.one('dialect');
  if (dialect !== undefined && dialect !== 'session-graph') {
    throw usageError(
      `A graph in Neo4j is read as session-graph, not as ${dialect}.`,
      'Leave --dialect out.',
    );
  }
  const [workflow, start] = [given.one('workflow'), given.one('start')];
  const { openStore } = await import('@skein/stores');
  const store = await openStore(address);
  try {
    const drawn = await store.drawn?.read(withoutUndefined({ workflow, start }));
    if (drawn !== undefined) return { definition: drawn.definition, drawnAs: drawn.id };
  } finally {
    await store.close();
  }
  const hint =
    workflow === undefined
      ? 'Name the first step with --start, or the workflow with --workflow.'
      : 'It is the name or the id of a WORKFLOW node, whose steps are linked by HAS.';
  const missing = workflow ?? start ?? 'root';
  throw workflow === undefined
    ? problemError('NODE_NOT_FOUND', { node: missing }, hint)
    : problemError('WORKFLOW_NOT_FOUND', { workflow: missing }, hint);
}
