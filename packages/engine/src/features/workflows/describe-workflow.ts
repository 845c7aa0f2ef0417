import type { Json } from '@skein/kernel';
import type { DialectName } from '@skein/dialects';
import type { KnownWorkflow } from '../../state/definitions/workflow-cache.ts';

/** What callers need to know of a workflow before they start it. */
export interface WorkflowDescription {
  readonly id: string;
  readonly version: string;
  readonly dialect: DialectName;
  readonly name?: string;
  readonly description?: string;
  /** The schema that an input must fit; absent: anything may enter. */
  readonly inputSchema?: Json;
}

export function describeWorkflow({
  id,
  version,
  dialect,
  graph,
}: KnownWorkflow): WorkflowDescription {
  const { name, description } = graph.workflow;
  const schemas = inputSchemas(graph);
  const [first] = schemas;
  const inputSchema = schemas.length > 1 ? { allOf: schemas } : first;
  return {
    id,
    version,
    dialect,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
  };
}

/** Those of the nodes that a run begins with; each of them is checked. */
export function inputSchemas({ entries }: KnownWorkflow['graph']): readonly Json[] {
  return entries.flatMap((node) => {
    const schema = node.kind.mode === 'start' ? node.constantConfig?.['schema'] : null;
    return schema === undefined || schema === null ? [] : [schema];
  });
}
