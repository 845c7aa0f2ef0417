// Draws a workflow in one line, so that tables of graphs stay readable:
//
//   draw('s>a s>b.left a.error>j b>j')
//
// `from.port>to.port`, then any of `?` (a condition that nobody can foresee), `!` ("loop": true), `~` ("loop": false) and
// `+` (an edge of kind subagent). A word without `>` is a node without edges. Nodes come in the order in which they are
// named, of type `transform` unless `nodes` says otherwise.
import type { Workflow, WorkflowEdge, WorkflowNode } from '../../src/definition.ts';

export interface Drawing extends Omit<Partial<Workflow>, 'nodes' | 'edges'> {
  readonly nodes?: { readonly [id: string]: Partial<WorkflowNode> };
}

export function draw(text: string, { nodes = {}, ...rest }: Drawing = {}): Workflow {
  const ids = new Set<string>();
  const edges: WorkflowEdge[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const [, left = '', right, marks = ''] = /^([^>]+?)(?:>([^?!~+]+)([?!~+]*))?$/.exec(word) ?? [];
    const [from = '', out] = left.split('.');
    ids.add(from);
    if (right === undefined) continue;
    const [to = '', into] = right.split('.');
    ids.add(to);
    edges.push({
      from,
      to,
      ...(out === undefined ? {} : { out }),
      ...(into === undefined ? {} : { in: into }),
      ...(marks.includes('?') ? { when: '${trigger}' } : {}),
      ...(marks.includes('!') ? { loop: true } : {}),
      ...(marks.includes('~') ? { loop: false } : {}),
      ...(marks.includes('+') ? { kind: 'subagent' as const } : {}),
    });
  }
  const list = [...ids].map((id) => ({ id, type: 'transform', ...nodes[id] }));
  return { skein: 1, ...rest, nodes: list, edges };
}

/** A condition that nobody can foresee. */
export const unforeseen = { config: { condition: '${trigger}' }, type: 'if' } as const;
