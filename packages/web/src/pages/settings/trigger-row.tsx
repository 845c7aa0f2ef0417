import { Link } from '@tanstack/react-router';
import {
  CalendarClock,
  Mail,
  MousePointerClick,
  Radio,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Trigger, TriggerType } from '../../data/triggers.ts';
import { useSetActive } from '../../data/workflows.ts';
import { Switch } from '../../design/controls/switch.tsx';
import { Tag } from '../../design/status/tag.tsx';
import { dueWords } from '../../text/time-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { TriggerResults } from '../../triggers/trigger-results.tsx';
import { isTriggerType, triggerWords } from '../../viewers/trigger-words.ts';
import { SettingsRow } from './settings-row.tsx';

const icons: Readonly<Record<TriggerType, LucideIcon>> = {
  manual: MousePointerClick,
  schedule: CalendarClock,
  webhook: Webhook,
  event: Radio,
  new_email: Mail,
};

function iconOf(type: string): LucideIcon {
  return icons[isTriggerType(type) ? type : 'manual'];
}

interface TriggerRowProps {
  readonly trigger: Trigger;
  /** The name of its workflow. */
  readonly name: string;
}

export function TriggerRow({ trigger, name }: TriggerRowProps): ReactNode {
  const { uuid, workflow_uuid: workflow, trigger_type_id: type, is_active: isActive } = trigger;
  const setActive = useSetActive();
  const next = trigger.next_fire_at;
  const when = next === null ? '' : ` · fires ${dueWords(next, Date.now())}`;
  return (
    <SettingsRow
      icon={iconOf(type)}
      tone="trigger"
      title={
        <Link to="/workflows/$id" params={{ id: workflow }} className="hover:underline">
          {visibleText(name)}
        </Link>
      }
      note={
        <>
          {visibleText(triggerWords(trigger))}
          {next === null ? (
            !isActive && ' · off'
          ) : (
            <time dateTime={next} title={new Date(next).toLocaleString()}>
              {when}
            </time>
          )}
        </>
      }
    >
      {type === 'webhook' && !trigger.has_secret && <Tag tone="wait">no secret yet</Tag>}
      <TriggerResults id={uuid} />
      <Switch
        label={`Trigger of ${name} on`}
        checked={isActive}
        disabled={setActive.isPending}
        onChange={(isOn) => setActive.mutate({ id: workflow, isActive: isOn })}
      />
    </SettingsRow>
  );
}
