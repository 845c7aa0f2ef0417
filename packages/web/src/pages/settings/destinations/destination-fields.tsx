import type { ReactNode } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import type { Option } from '../../../design/controls/select.tsx';
import { SelectField } from '../../../design/controls/select-field.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import type { DestinationForm } from './destination-form.ts';

interface FieldsProps {
  readonly fields: DestinationForm;
  readonly onChange: (changed: Partial<DestinationForm>) => void;
  readonly isNew: boolean;
}

const keptNote = 'Leave it empty to keep it, if the host stays.';

const eventOptions = [
  { value: '', label: 'only what workflows send to it' },
  { value: 'run.failed', label: 'every run that fails' },
  { value: 'wait.opened', label: 'every question' },
  { value: 'event.emitted', label: 'every event that a workflow emits' },
  { value: '*', label: 'everything: questions, answers, events, ends of runs' },
];

export function WebhookFields({ fields, onChange, isNew }: FieldsProps): ReactNode {
  const { url, events, secret, kind } = fields;
  return (
    <>
      <TextField
        label="URL"
        note="Addresses in the network of this server are refused unless its configuration allows them."
        required
        type="url"
        pattern="[hH][tT][tT][pP][sS]?://.+"
        title="An address that begins with https:// or http://"
        maxLength={2000}
        placeholder="https://ops.example.org/skein"
        value={url}
        onChange={(each) => onChange({ url: each })}
        className="font-mono"
      />
      <SelectField
        label="Hears of"
        note="Of the runs of all users."
        value={events}
        onChange={(each) => onChange({ events: each })}
        options={optionsWith(events)}
      />
      {kind === 'slack' && (
        <TextField
          label="Signing secret of the app"
          note={`${isNew ? 'Optional: then approvals have buttons.' : keptNote} Clicks come back to /slack/ and the name of this destination.`}
          pattern="[0-9a-f]{32}"
          title="32 hexadecimal digits, under Basic Information of the Slack app"
          autoComplete="off"
          value={secret}
          onChange={(each) => onChange({ secret: each })}
          className="font-mono"
        />
      )}
      {kind === 'cloudevents' && (
        <div className="grid gap-2">
          <TextField
            label="Signing secret"
            note={
              isNew ? 'Optional. Copy it to the receiver now: it cannot be read again.' : keptNote
            }
            pattern="whsec_[A-Za-z0-9+\/]{32,88}={0,2}"
            title="whsec_ and base64, as Standard Webhooks define it"
            autoComplete="off"
            placeholder="whsec_…"
            value={secret}
            onChange={(each) => onChange({ secret: each })}
            className="font-mono"
          />
          <Button
            size="sm"
            type="button"
            className="justify-self-start"
            onClick={() => onChange({ secret: newSecret() })}
          >
            Generate
          </Button>
        </div>
      )}
    </>
  );
}

/** What was set up elsewhere stays unless something else is chosen. */
function optionsWith(events: string): readonly Option[] {
  if (eventOptions.some(({ value }) => value === events)) return eventOptions;
  return [...eventOptions, { value: events, label: events.replaceAll(' ', ', ') }];
}

/** 32 random bytes, as Standard Webhooks writes them. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCodePoint(...bytes))}`;
}

const tlsOptions = [
  { value: 'true', label: 'TLS from the first byte' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'false', label: 'none, on the machine of this server only' },
];

export function MailFields({ fields, onChange, isNew }: FieldsProps): ReactNode {
  const { host, port, tls, from, user, recipients, secret } = fields;
  return (
    <>
      <div className="grid grid-cols-[1fr_110px] gap-4">
        <TextField
          label="Host"
          required
          pattern="[A-Za-z0-9.:_\-]{1,255}"
          placeholder="smtp.example.org"
          value={host}
          onChange={(each) => onChange({ host: each })}
          className="font-mono"
        />
        <TextField
          label="Port"
          type="number"
          min={1}
          max={65_535}
          placeholder={tls === 'true' ? '465' : '587'}
          value={port}
          onChange={(each) => onChange({ port: each })}
        />
      </div>
      <SelectField
        label="Encryption"
        value={tls}
        onChange={(each) => onChange({ tls: each })}
        options={tlsOptions}
      />
      <TextField
        label="From"
        required
        placeholder="Skein <skein@example.org>"
        value={from}
        onChange={(each) => onChange({ from: each })}
      />
      <TextField
        label="Recipients"
        note="Who may get mails: addresses, *@example.org, or * for everybody."
        required
        placeholder="*@example.org"
        value={recipients}
        onChange={(each) => onChange({ recipients: each })}
      />
      <TextField
        label="User"
        note="Optional."
        autoComplete="off"
        value={user}
        onChange={(each) => onChange({ user: each })}
      />
      <TextField
        label="Password"
        note={isNew ? 'Encrypted when saved.' : keptNote}
        type="password"
        autoComplete="off"
        value={secret}
        onChange={(each) => onChange({ secret: each })}
      />
    </>
  );
}
