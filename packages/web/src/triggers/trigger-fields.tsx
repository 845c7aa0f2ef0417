// The settings of a trigger
// The same for every dialect. Whoever shows them decides when they are saved; what is wrong with them comes from the server,
// which would refuse to save them, and is shown at its field.
import { triggerDefaults } from '@skein/dialects';
import { ownValue, type JsonObject } from '@skein/kernel';
import type { ComponentProps, ReactNode } from 'react';
import { useTriggerPreview, type TriggerPreview } from '../data/triggers.ts';
import { problemOf } from '../data/problem.ts';
import { Select } from '../design/controls/select.tsx';
import { Switch } from '../design/controls/switch.tsx';
import { TextField } from '../design/controls/text-field.tsx';
import { objectAt, textAt, withKeys } from '../graph/own-keys.ts';
import { FilterFields } from './filter-fields.tsx';
import { MailNote } from './mail-note.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { ScheduledInput } from './scheduled-input.tsx';
import { settingsIn } from './settings-in.ts';
import { SignatureFields } from './signature-fields.tsx';
import { triggerOptions } from './trigger-types.ts';

interface TriggerFieldsProps {
  readonly workflow: string;
  readonly trigger: JsonObject;
  readonly onChange: (trigger: JsonObject) => void;
}

export function TriggerFields({ workflow, trigger, onChange }: TriggerFieldsProps): ReactNode {
  const settings = settingsIn(trigger);
  const { trigger_type_id: type } = settings;
  const preview = useTriggerPreview(settings);
  const config = objectAt(trigger, 'config');
  const errorOf = (key: string) => errorAt(preview, `/config/${key}`);
  const setConfig = (changes: Parameters<typeof withKeys>[1]) =>
    onChange({ ...trigger, config: withKeys(config, changes) });
  return (
    <div className="grid min-w-0 gap-4">
      <Select
        label="Trigger type"
        value={type}
        onChange={(next) => onChange({ ...trigger, ...newSettings(next, workflow) })}
        options={triggerOptions}
        className="max-w-60"
      />
      {type === 'manual' && (
        <p className="text-xs text-text-3">
          Runs are started by hand and by programs. Choose what else starts them: a time, a call
          from outside, an event or a mail.
        </p>
      )}
      {type === 'schedule' && (
        <>
          <ScheduleFields
            config={config}
            onChange={setConfig}
            errorOf={errorOf}
            preview={preview}
          />
          <ScheduledInput
            workflow={workflow}
            value={ownValue(config, 'input')}
            onChange={(input) => setConfig({ input })}
          />
        </>
      )}
      {type === 'event' && (
        <TextField
          label="Event"
          note="Sent with POST /api/v1/events, or by a node that emits it. Its data is the input of the run."
          placeholder="order.placed"
          value={textAt(config, 'event')}
          onChange={(event) => setConfig({ event })}
          className="font-mono"
        />
      )}
      {type === 'webhook' && (
        <WebhookFields config={config} onChange={setConfig} errorOf={errorOf} />
      )}
      {type === 'new_email' && <MailNote workflow={workflow} />}
      {type !== 'manual' && type !== 'schedule' && (
        <FilterFields
          workflow={workflow}
          isMail={type === 'new_email'}
          rules={objectAt(trigger, 'filter_rules')}
          onChange={(rules) => onChange({ ...trigger, filter_rules: rules })}
          problems={preview.isError ? problemOf(preview.error).diagnostics : []}
        />
      )}
    </div>
  );
}

function WebhookFields(props: ComponentProps<typeof SignatureFields>): ReactNode {
  const { config, onChange } = props;
  return (
    <>
      <SignatureFields {...props} />
      <div className="flex items-center gap-3 text-sm">
        <Switch
          label="Answer with the run"
          checked={config['respond'] === true}
          onChange={(respond) => onChange({ respond })}
        />
        <span className="min-w-0 flex-1">
          The sender gets what a respond node says, or the output of the run
        </span>
      </div>
    </>
  );
}

/** Settings of another type mean nothing to this one; the filter applies to every type. */
function newSettings(type: string, workflow: string): JsonObject {
  const defaults = triggerDefaults(type, workflow);
  const config = objectAt(defaults, 'config');
  // "Every day at 09:00" is nine o'clock where the person is who chooses it.
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const own = type === 'schedule' ? withKeys(config, { timezone: here }) : config;
  const { initial_data_description } = defaults;
  return { trigger_type_id: type, config: own, initial_data_description };
}

function errorAt({ isError, error }: TriggerPreview, place: string): string | undefined {
  if (!isError) return undefined;
  const found = problemOf(error).complaints?.find(({ pointer }) => pointer === place);
  if (found === undefined) return undefined;
  return `${found.message.charAt(0).toUpperCase()}${found.message.slice(1)}.`;
}
