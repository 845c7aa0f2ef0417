import type { Json, JsonObject, Policy, Workflow, WorkflowEdge, WorkflowNode } from '@skein/kernel';

/** `a -> b`, `a.approved -> b`, `a -> b.left`, `a.output -> b.input`. Ids in these texts contain neither dots nor arrows. */
export type EdgeText = `${string} -> ${string}`;

export interface WorkflowParts {
  readonly id?: string;
  readonly nodes: readonly WorkflowNode[];
  readonly edges?: readonly (EdgeText | WorkflowEdge)[];
  readonly policy?: Policy;
  readonly state?: JsonObject;
  readonly triggers?: NonNullable<Workflow['triggers']>;
}

export function buildWorkflow({
  id = 'test',
  nodes,
  edges = [],
  ...more
}: WorkflowParts): Workflow {
  return {
    skein: 1,
    id,
    ...more,
    nodes,
    edges: edges.map((edge) => (typeof edge === 'string' ? parseEdge(edge) : edge)),
  };
}

/** A node that calls one of the functions given to the harness. */
export function task(id: string, more: Partial<WorkflowNode> = {}): WorkflowNode {
  return { id, type: 'task', ...more };
}

/** A definition inside a config is JSON; its interface merely lacks an index signature that says so. */
export function inline(workflow: Workflow): Json {
  return workflow as unknown as Json;
}

function parseEdge(text: EdgeText): WorkflowEdge {
  const [left = '', right = ''] = text.split(' -> ');
  const [from = '', out] = left.split('.');
  const [to = '', into] = right.split('.');
  return {
    from,
    to,
    ...(out === undefined ? {} : { out }),
    ...(into === undefined ? {} : { in: into }),
  };
}
