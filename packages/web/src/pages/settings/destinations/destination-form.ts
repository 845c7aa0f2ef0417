import type { Destination, DestinationBody } from '../../../data/destinations.ts';

/** What a person types, as text. */
export interface DestinationForm {
  /** A format of webhooks, or `mail`. */
  readonly kind: string;
  readonly url: string;
  /** Separated by spaces. */
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

export const emptyForm: DestinationForm = {
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

export function formOf(destination: Destination): DestinationForm {
  if (destination.kind === 'webhook') {
    const { url, format = 'cloudevents', events = [] } = destination;
    return { ...emptyForm, kind: format, url, events: events.join(' ') };
  }
  const { host, port, tls = true, from, user = '', recipients } = destination;
  return {
    ...emptyForm,
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

export function settingsIn(form: DestinationForm): DestinationBody {
  const secret = form.secret === '' ? undefined : form.secret;
  if (form.kind !== 'mail') {
    // The choices are exactly the formats.
    const format = form.kind as NonNullable<WebhookBody['format']>;
    // The choices are among the events, or what the destination had.
    const events = listIn(form.events) as NonNullable<WebhookBody['events']>;
    return { kind: 'webhook', url: form.url.trim(), format, events, secret };
  }
  const tls: MailBody['tls'] = form.tls === 'starttls' ? 'starttls' : form.tls === 'true';
  const user = form.user.trim();
  return {
    kind: 'mail',
    host: form.host.trim(),
    port: form.port === '' ? undefined : Number(form.port),
    tls,
    from: form.from.trim(),
    user: user === '' ? undefined : user,
    recipients: listIn(form.recipients),
    secret,
  };
}

function listIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((each) => each !== '');
}
