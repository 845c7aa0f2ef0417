// Notes of reviewers
// What a person notes beside a decision is for the agent that comes next. Conditions and approvals pass their input on, so that
// agent may be several connections away.
import { formatReference } from '@skein/kernel';

export interface NoteGraph {
  /** In the order of the definition. */
  readonly nodes: readonly {
    readonly id: string;
    readonly role: 'approval' | 'condition' | 'other';
  }[];
  /** Those of the flow. */
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

/** The approvals between a node and whatever made its input, in the order of the definition. */
export function approvalsBefore({ nodes, edges }: NoteGraph): (id: string) => readonly string[] {
  const roles = new Map(nodes.map(({ id, role }) => [id, role]));
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const placeOf = (id: string) => places.get(id) ?? 0;
  const sources = new Map<string, string[]>();
  for (const { from, to } of edges) {
    if ((roles.get(from) ?? 'other') === 'other') continue;
    const known = sources.get(to);
    if (known === undefined) sources.set(to, [from]);
    else known.push(from);
  }
  return (id) => {
    const reached = new Set<string>();
    const open = [id];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const from of sources.get(at) ?? []) {
        if (reached.has(from)) continue;
        reached.add(from);
        open.push(from);
      }
    return [...reached]
      .filter((from) => roles.get(from) === 'approval')
      .toSorted((a, c) => placeOf(a) - placeOf(c));
  };
}

/** The notes in native form, one below the other; empty as long as no one was asked. */
export function noteTemplate(approvals: readonly string[]): string {
  return approvals.map((node) => formatReference(noteReference(node))).join(noteSeparator);
}

const noteSeparator = '\n';

function noteReference(node: string) {
  return {
    text: '',
    source: { kind: 'node', node },
    select: 'newest',
    path: ['note'],
    default: '',
  } as const;
}
