import { useMemo, type ReactNode } from 'react';
import { useRunsByWorkflow } from './use-runs-by-workflow.ts';
import { useTriggers } from '../../data/triggers.ts';
import type { WorkflowItem } from '../../data/workflows.ts';
import { Table, type Column } from '../../design/layout/table.tsx';
import { WorkflowRow } from './workflow-row.tsx';

const columns: readonly Column[] = [
  { label: 'Name' },
  { label: 'Trigger' },
  { label: 'Last runs' },
  { label: 'Status' },
  { label: 'Changed' },
  { label: 'Active' },
  { label: 'Actions', isHidden: true },
];

export function WorkflowTable({
  workflows,
}: {
  readonly workflows: readonly WorkflowItem[];
}): ReactNode {
  const runsOf = useRunsByWorkflow(workflows.map(({ id }) => id));
  const triggers = useTriggers().data?.items;
  const triggerOf = useMemo(
    () => new Map(triggers?.map((trigger) => [trigger.workflow_uuid, trigger])),
    [triggers],
  );
  return (
    <Table label="Workflows" columns={columns}>
      {workflows.map((workflow) => (
        <WorkflowRow
          key={workflow.id}
          workflow={workflow}
          runs={runsOf.get(workflow.id) ?? []}
          trigger={triggerOf.get(workflow.id)}
        />
      ))}
    </Table>
  );
}
