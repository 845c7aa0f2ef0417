import type { Json, VersionId, WorkflowId } from '@skein/kernel';
import type { DialectName } from '@skein/dialects';
import { inputSchemaOf } from '../../state/definitions/checked-definition.ts';
import type { KnownWorkflow } from '../../state/definitions/compiled-versions.ts';

/** What callers need to know about a workflow before they start it. */
export interface WorkflowDescription {
  readonly id: WorkflowId;
  readonly version: VersionId;
  readonly dialect: DialectName;
  readonly name?: string;
  readonly description?: string;
  /** The schema that an input must match; absent: any input is accepted. */
  readonly inputSchema?: Json;
}

export function describeWorkflow({
  id,
  version,
  dialect,
  graph,
}: KnownWorkflow): WorkflowDescription {
  const { name, description } = graph.workflow;
  const inputSchema = inputSchemaOf(graph);
  return {
    id,
    version,
    dialect,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
  };
}
