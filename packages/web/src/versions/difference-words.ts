import {
  compileDefinition,
  diffWorkflows,
  findNativeNode,
  formatDiff,
  type KnownTypes,
} from '@skein/dialects';
import type { Json, Workflow } from '@skein/kernel';
import { nameOfId } from '../graph/names/default-name.ts';
import { nodeNames } from '../graph/variables/reference-words.ts';

/** What differs between two definitions, a line each; empty: nothing. */
export function differenceWords(older: Json, newer: Json, known: KnownTypes | undefined): string {
  const before = compileDefinition(older, { ...known }).workflow;
  const after = compileDefinition(newer, { ...known }).workflow;
  if (before === null || after === null)
    return 'One of the versions cannot be read, so they cannot be compared.';
  const diff = diffWorkflows({ before, after });
  if (diff.equal) return '';
  // A node that is gone is called what it was called.
  const names = new Map([...namesIn(before), ...namesIn(after)]);
  return formatDiff(diff, names);
}

function namesIn({ nodes }: Workflow): ReadonlyMap<string, string> {
  return nodeNames(
    nodes.map(({ id, type, name }) => ({
      id,
      title: name ?? nameOfId(id, findNativeNode(type)?.name ?? '') ?? id,
    })),
  );
}
