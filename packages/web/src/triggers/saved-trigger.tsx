import type { ReactNode } from 'react';
import type { Trigger } from '../data/triggers.ts';
import { useSetActive, type WorkflowDetail } from '../data/workflows.ts';
import { Switch } from '../design/controls/switch.tsx';
import { TriggerTest } from './trigger-test.tsx';
import { WebhookAccess } from './webhook-access.tsx';

interface SavedTriggerProps {
  readonly trigger: Trigger;
  readonly onSwitched?: (saved: WorkflowDetail) => void;
}

/** What only a trigger that is stored has: an address, whether it is on, and results. */
export function SavedTrigger({ trigger, onSwitched }: SavedTriggerProps): ReactNode {
  const { uuid, workflow_uuid: id, is_active: isActive } = trigger;
  const setActive = useSetActive();
  return (
    <>
      {trigger.trigger_type_id === 'webhook' && <WebhookAccess trigger={trigger} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3 text-sm">
        <Switch
          label="Trigger on"
          checked={isActive}
          disabled={setActive.isPending}
          onChange={(isOn) =>
            setActive.mutate({ id, isActive: isOn }, { onSuccess: (saved) => onSwitched?.(saved) })
          }
        />
        <span className="min-w-0 flex-1">{isActive ? 'On' : 'Off: runs start by hand only'}</span>
      </div>
      <TriggerTest trigger={uuid} workflow={id} isMail={trigger.trigger_type_id === 'new_email'} />
    </>
  );
}
