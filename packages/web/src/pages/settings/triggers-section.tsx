import { Zap } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTriggers } from '../../data/triggers.ts';
import { useWorkflows } from '../../data/workflows.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { SettingsList, SettingsSection } from './settings-section.tsx';
import { TriggerRow } from './trigger-row.tsx';

export function TriggersSection(): ReactNode {
  const triggers = useTriggers();
  const workflows = useWorkflows().data?.items;
  const names = useMemo(() => new Map(workflows?.map(({ id, name }) => [id, name])), [workflows]);
  return (
    <SettingsSection
      title="Triggers"
      note="They start workflows automatically. A trigger is on while its workflow is active."
    >
      <SettingsList
        query={triggers}
        row={(trigger) => (
          <TriggerRow
            key={trigger.uuid}
            trigger={trigger}
            name={names.get(trigger.workflow_uuid) ?? trigger.workflow_uuid}
          />
        )}
        empty={
          <EmptyState icon={Zap} title="No triggers yet">
            Give a workflow one in its editor: a schedule, a webhook, an event or mails.
          </EmptyState>
        }
      />
    </SettingsSection>
  );
}
