import { catchUpChoices } from '@skein/dialects';
import type { Json, JsonObject } from '@skein/kernel';
import { useId, type ReactNode } from 'react';
import type { TriggerPreview } from '../data/triggers.ts';

import { SelectField } from '../design/controls/select-field.tsx';
import { TextField } from '../design/controls/text-field.tsx';
import { textAt } from '../graph/own-keys.ts';
import { dueWords } from '../text/time-words.ts';
import { cronWords } from '../viewers/trigger-words.ts';

interface ScheduleFieldsProps {
  readonly config: JsonObject;
  /** Undefined removes a setting. */
  readonly onChange: (changes: { readonly [key: string]: Json | undefined }) => void;
  readonly errorOf: (key: string) => string | undefined;
  readonly preview: TriggerPreview;
}

const unset = 'server';

const catchUpLabels: Readonly<Record<(typeof catchUpChoices)[number], string>> = {
  last: 'Run once, for the last of them',
  none: 'Skip them',
  all: 'Run for each of them',
};

const catchUpOptions = [
  { value: unset, label: 'As the server is set up' },
  ...catchUpChoices.map((value) => ({ value, label: catchUpLabels[value] })),
];

const other = 'other';

/** What most schedules are: nobody has to know cron for them. */
const oftenOptions = [
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 9 * * *', label: 'Every day at 09:00' },
  { value: '0 9 * * 1-5', label: 'On weekdays at 09:00' },
  { value: '0 9 * * 1', label: 'Every Monday at 09:00' },
  { value: '0 9 1 * *', label: 'On the first of the month at 09:00' },
  { value: other, label: 'At other times, as cron says' },
];

const zones = Intl.supportedValuesOf('timeZone');

export function ScheduleFields(props: ScheduleFieldsProps): ReactNode {
  const { config, onChange, errorOf, preview } = props;
  const zoneList = useId();
  const cron = textAt(config, 'cron');
  const words = cronWords(cron);
  const catchUp = textAt(config, 'catchUp');
  return (
    <>
      <SelectField
        label="How often"
        value={oftenOptions.some(({ value }) => value === cron) ? cron : other}
        // The times of another schedule are written below.
        onChange={(next) => onChange({ cron: next === other ? cron : next })}
        options={oftenOptions}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(200px,100%),1fr))] gap-4">
        <TextField
          label="Cron"
          note={words === cron ? 'Minute, hour, day of the month, month, day of the week.' : words}
          error={errorOf('cron')}
          placeholder="0 9 * * 1-5"
          spellCheck={false}
          value={cron}
          onChange={(next) => onChange({ cron: next })}
          className="font-mono"
        />
        <TextField
          label="Time zone"
          note="UTC if it is empty."
          error={errorOf('timezone')}
          placeholder="UTC"
          list={zoneList}
          value={textAt(config, 'timezone')}
          onChange={(next) => onChange({ timezone: next === '' ? undefined : next })}
        />
        <datalist id={zoneList}>
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
      <SelectField
        label="Missed ticks"
        note="What happens to times at which no server was running."
        error={errorOf('catchUp')}
        value={catchUp === '' ? unset : catchUp}
        onChange={(next) => onChange({ catchUp: next === unset ? undefined : next })}
        options={catchUpOptions}
      />
      <NextTicks preview={preview} zone={textAt(config, 'timezone') || 'UTC'} />
    </>
  );
}

interface NextTicksProps {
  readonly preview: TriggerPreview;
  readonly zone: string;
}

/** On the clock of the schedule's zone, which is what its hours mean. */
function NextTicks({ preview, zone }: NextTicksProps): ReactNode {
  const { data, isError } = preview;
  if (isError || data === undefined || data.next.length === 0) return null;
  return (
    <section className="grid gap-1.5 text-sm">
      <h3 className="font-medium">Next ticks</h3>
      <ol aria-label="Next ticks" className="grid gap-1">
        {data.next.map((tick) => (
          <li key={tick} className="flex flex-wrap justify-between gap-x-4">
            <time dateTime={tick} className="num">
              {timeIn(zone, tick)}
            </time>
            <span className="text-text-3">{dueWords(tick, Date.now())}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function timeIn(zone: string, iso: string): string {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    }).format(new Date(iso));
  } catch {
    // While another zone is being typed, these are still the ticks of the one before.
    return new Date(iso).toISOString();
  }
}
