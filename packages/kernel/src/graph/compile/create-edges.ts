import type { Condition } from '../../conditions/condition.ts';
import { pointer, type WorkflowEdge } from '../../definition.ts';
import { partLength, type LongWork } from '../../values/long-work.ts';
import { didYouMean, type Compilation } from './compilation.ts';
import { compileCondition } from './compile-condition.ts';
import { quoted } from './quoted.ts';

/** Drafts of the edges whose ends exist; loops and slots are not yet known. */
export function* createEdges(compilation: Compilation): LongWork<void> {
  const definitions = compilation.workflow.edges ?? [];
  const ids = chooseIds(compilation, definitions);
  for (let index = 0; index < definitions.length; index++) {
    if (index % partLength === 0) yield;
    const definition = definitions[index];
    if (definition === undefined) continue;
    const from = compilation.nodeById.get(definition.from);
    const to = compilation.nodeById.get(definition.to);
    if (from === undefined) reportMissing(compilation, definition, { index, end: 'from' });
    if (to === undefined) reportMissing(compilation, definition, { index, end: 'to' });
    // Also where an end is missing: all problems are reported at once.
    const when = compileWhen(compilation, definition, { index, node: from?.index ?? -1 });
    if (from === undefined || to === undefined) continue;
    compilation.edges.push({
      index,
      id: ids[index] ?? '',
      from,
      to,
      out: definition.out ?? 'output',
      in: definition.in ?? 'input',
      when,
      priority: definition.priority ?? 0,
      kind: definition.kind ?? 'flow',
      loop: false,
      carry: definition.carry ?? 'value',
      slot: -1,
      derived: definition.derived ?? false,
    });
  }
}

function compileWhen(
  compilation: Compilation,
  { when = null }: WorkflowEdge,
  { index, node }: { readonly index: number; readonly node: number },
): Condition | null {
  if (when === null) return null;
  const path = ['edges', index, 'when'];
  return compileCondition(compilation, when, { node, isAfter: true, path });
}

/** An edge without an id is `e` and its place in the list; with `_2`, `_3` where that id is taken. */
function chooseIds(compilation: Compilation, definitions: readonly WorkflowEdge[]): string[] {
  const firstOf = new Map<string, number>();
  for (const [index, { id }] of definitions.entries()) {
    if (id === undefined) continue;
    const first = firstOf.get(id);
    if (first === undefined) firstOf.set(id, index);
    else reportDuplicate(compilation, id, { first, index });
  }
  return definitions.map(({ id }, index) => {
    if (id !== undefined) return id;
    let chosen = `e${index}`;
    for (let suffix = 2; firstOf.has(chosen); suffix++) chosen = `e${index}_${suffix}`;
    return chosen;
  });
}

function reportMissing(
  compilation: Compilation,
  definition: WorkflowEdge,
  { index, end }: { readonly index: number; readonly end: 'from' | 'to' },
): void {
  const id = definition[end];
  const name = definition.id === undefined ? `number ${index}` : quoted(definition.id);
  const near = didYouMean(compilation, id, compilation.nodeById.keys());
  const other = near === '' ? 'Add' : 'Otherwise add';
  compilation.diagnostics.push({
    code: 'EDGE_END_MISSING',
    severity: 'error',
    pointer: pointer('edges', index, end),
    message: `The edge ${name} ${end === 'from' ? 'comes from' : 'leads to'} ${quoted(id)}, which is not in "nodes".`,
    hint: `${near}${other} a node with the id ${quoted(id)}, or remove the edge.`,
  });
}

function reportDuplicate(
  compilation: Compilation,
  id: string,
  { first, index }: { readonly first: number; readonly index: number },
): void {
  compilation.diagnostics.push({
    code: 'DUPLICATE_ID',
    severity: 'error',
    pointer: pointer('edges', index, 'id'),
    message: `Two edges have the id ${quoted(id)}: number ${first} and number ${index} of "edges".`,
    hint: 'Give one of them another id, or leave the id out.',
  });
}
