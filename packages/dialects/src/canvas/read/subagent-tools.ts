// The names under which agents are offered to their parents as tools
// Made from name and id, in the letters that every provider takes. Equal names are numbered in their order.

const lengthMax = 64;

export interface SubagentLink {
  readonly parent: string;
  readonly id: string;
  readonly name: string;
}

/** One name for each link, in the order of the links. */
export function subagentTools(links: readonly SubagentLink[]): readonly string[] {
  const takenBy = new Map<string, Set<string>>();
  return links.map(({ parent, id, name }) => {
    const taken = takenBy.get(parent) ?? new Set<string>();
    takenBy.set(parent, taken);
    const base = `subagent_${name}_${id}`.toLowerCase().replaceAll(/[^a-z0-9_]/gu, '_');
    const chosen = untaken(base, taken);
    taken.add(chosen);
    return chosen;
  });
}

function untaken(base: string, taken: ReadonlySet<string>): string {
  let chosen = base.slice(0, lengthMax);
  for (let number = 2; taken.has(chosen); number++) {
    const suffix = `_${number}`;
    chosen = base.slice(0, lengthMax - suffix.length) + suffix;
  }
  return chosen;
}
