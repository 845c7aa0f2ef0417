// Ids and names that a pipeline can hold
import type { Workflow, WorkflowNode } from '@skein/kernel';
import { quotedShort } from '../../shape/describe.ts';
import { contentUuid } from '../read/content-uuid.ts';
import type { Loss } from './loss.ts';

export interface ExportNames {
  /** The uuid of the step that a node becomes; undefined when it becomes none. */
  readonly uuidOf: (node: string) => string | undefined;
  readonly nameOf: (node: string) => string;
  /** Whether all ids and names are those of the workflow. */
  readonly isFaithful: boolean;
  readonly losses: readonly Loss[];
}

export function exportNames(workflow: Workflow, nodes: readonly WorkflowNode[]): ExportNames {
  const uuids = new Map<string, string>();
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const losses: Loss[] = [];
  const placeOf = (node: WorkflowNode) => ['nodes', workflow.nodes.indexOf(node)] as const;
  for (const node of nodes) {
    const uuid = node.id.includes('>>') ? contentUuid([node.id]) : node.id;
    if (uuid !== node.id) {
      const message = `The id ${quotedShort(node.id)} contains ">>", so the step gets another one.`;
      losses.push({ path: [...placeOf(node), 'id'], message });
    }
    uuids.set(node.id, uuid);
    const wanted = node.name || node.id;
    const name = freeName(wanted, taken);
    if (name !== wanted) {
      const message = `Two steps of a pipeline cannot both be called ${quotedShort(wanted)}.`;
      losses.push({ path: [...placeOf(node), 'name'], message });
    }
    taken.add(name);
    names.set(node.id, name);
  }
  return {
    uuidOf: (node) => uuids.get(node),
    nameOf: (node) => names.get(node) ?? node,
    isFaithful: losses.length === 0,
    losses,
  };
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted} (${n})`;
  return name;
}
