import type { ReactNode } from 'react';
import type { Destination, DestinationBody } from '../../data/destinations.ts';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/field.tsx';
import { Select } from '../../design/controls/select.tsx';
import { TextField } from '../../design/controls/text-field.tsx';

/** What a person types, as text. */
export interface DestinationFields {
  /** A format of webhooks, or `mail`. */
  readonly kind: string;
  readonly url: string;
  readonly events: string;
  readonly host: string;
  readonly port: string;
  readonly tls: string;
  readonly from: string;
  readonly user: string;
  readonly recipients: string;
  /** Empty: it stays. */
  readonly secret: string;
}

export const emptyFields: DestinationFields = {
  kind: 'cloudevents',
  url: '',
  events: '',
  host: '',
  port: '',
  tls: 'true',
  from: '',
  user: '',
  recipients: '',
  secret: '',
};

export function fieldsOf(destination: Destination): DestinationFields {
  if (destination.kind === 'webhook') {
    const { url, format = 'cloudevents', events = [] } = destination;
    return { ...emptyFields, kind: format, url, events: events[0] ?? '' };
  }
  const { host, port, tls = true, from, user = '', recipients } = destination;
  return {
    ...emptyFields,
    kind: 'mail',
    host,
    port: port === undefined ? '' : String(port),
    tls: String(tls),
    from,
    user,
    recipients: recipients.join(', '),
  };
}

type WebhookBody = Extract<DestinationBody, { kind: 'webhook' }>;
type MailBody = Extract<DestinationBody, { kind: 'mail' }>;

export function settingsIn(fields: DestinationFields): DestinationBody {
  const secret = fields.secret === '' ? undefined : fields.secret;
  if (fields.kind !== 'mail') {
    // The choices are exactly the formats.
    const format = fields.kind as NonNullable<WebhookBody['format']>;
    const chosen = fields.events === '' ? [] : [fields.events];
    // The choices are among the events.
    const events = chosen as NonNullable<WebhookBody['events']>;
    return { kind: 'webhook', url: fields.url.trim(), format, events, secret };
  }
  const tls: MailBody['tls'] = fields.tls === 'starttls' ? 'starttls' : fields.tls === 'true';
  const user = fields.user.trim();
  return {
    kind: 'mail',
    host: fields.host.trim(),
    port: fields.port === '' ? undefined : Number(fields.port),
    tls,
    from: fields.from.trim(),
    user: user === '' ? undefined : user,
    recipients: fields.recipients.split(/[\s,]+/).filter((each) => each !== ''),
    secret,
  };
}

interface FieldsProps {
  readonly fields: DestinationFields;
  readonly onChange: (changed: Partial<DestinationFields>) => void;
  readonly isNew: boolean;
}

const eventOptions = [
  { value: '', label: 'only what workflows send to it' },
  { value: 'run.failed', label: 'every run that fails' },
  { value: 'wait.opened', label: 'every question' },
  { value: '*', label: 'everything: questions, answers, ends of runs' },
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
      <Field label="Hears of" note="Of the runs of all users.">
        {(given) => (
          <Select
            {...given}
            label="Hears of"
            value={events}
            onChange={(each) => onChange({ events: each })}
            options={eventOptions}
          />
        )}
      </Field>
      {kind === 'cloudevents' && (
        <div className="grid gap-2">
          <TextField
            label="Signing secret"
            note={
              isNew
                ? 'Optional. Copy it to the receiver now: it cannot be read again.'
                : 'Leave it empty to keep it, if the host stays.'
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
      <Field label="Encryption">
        {(given) => (
          <Select
            {...given}
            label="Encryption"
            value={tls}
            onChange={(each) => onChange({ tls: each })}
            options={tlsOptions}
          />
        )}
      </Field>
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
        note={isNew ? 'Encrypted when saved.' : 'Leave it empty to keep it, if the host stays.'}
        type="password"
        autoComplete="off"
        value={secret}
        onChange={(each) => onChange({ secret: each })}
      />
    </>
  );
}
