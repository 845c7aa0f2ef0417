import { Link } from '@tanstack/react-router';
import {
  CalendarClock,
  Mail,
  MousePointerClick,
  Radio,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { isObject, ownValue } from '@skein/kernel';
import type { ReactNode } from 'react';
import {
  useTriggerResults,
  type Trigger,
  type TriggerResult,
  type TriggerType,
} from '../../data/triggers.ts';
import { useSetActive } from '../../data/workflows.ts';
import { Switch } from '../../design/controls/switch.tsx';
import { Tag, type TagTone } from '../../design/status/tag.tsx';
import { shortId } from '../../text/short-id.ts';
import { ageWords, dueWords } from '../../text/time-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { triggerWords } from '../../viewers/trigger-words.ts';
import { SettingsRow } from './settings-row.tsx';

const icons: Readonly<Record<TriggerType, LucideIcon>> = {
  manual: MousePointerClick,
  schedule: CalendarClock,
  webhook: Webhook,
  event: Radio,
  new_email: Mail,
};

function iconOf(type: string): LucideIcon {
  // Checked just before.
  return icons[Object.hasOwn(icons, type) ? (type as TriggerType) : 'manual'];
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
      <LastResults id={uuid} />
      <Switch
        label={`Trigger of ${name} on`}
        checked={isActive}
        disabled={setActive.isPending}
        onChange={(isOn) => setActive.mutate({ id: workflow, isActive: isOn })}
      />
    </SettingsRow>
  );
}

function LastResults({ id }: { readonly id: string }): ReactNode {
  const results = useTriggerResults(id).data?.items ?? [];
  if (results.length === 0) return <span className="text-xs text-text-3">Never fired</span>;
  return (
    <ul aria-label="Last results" className="flex flex-wrap gap-1">
      {results.map((result) => (
        <li key={result.id} className="flex">
          <Result result={result} />
        </li>
      ))}
    </ul>
  );
}

const outcomeTones: Readonly<Record<string, TagTone>> = {
  started: 'ok',
  failed: 'bad',
  missed: 'wait',
};

function Result({ result }: { readonly result: TriggerResult }): ReactNode {
  const { outcome, run, at, data } = result;
  const message = isObject(data) ? ownValue(data, 'message') : undefined;
  const tag = (
    <span className="flex" title={typeof message === 'string' ? message : undefined}>
      <Tag tone={outcomeTones[outcome] ?? 'plain'}>
        {outcome} {ageWords(at, Date.now())}
      </Tag>
    </span>
  );
  return run === null ? (
    tag
  ) : (
    <Link to="/runs/$id" params={{ id: run }} title={`Run ${shortId(run)}`} className="rounded-sm">
      {tag}
    </Link>
  );
}
