import { describe, expect, it } from 'vitest';
import type { Destination, DestinationBody } from '../../src/data/destinations.ts';
import { formOf, settingsIn } from '../../src/pages/settings/destinations/destination-form.ts';

const about = {
  name: 'ops',
  source: 'server',
  secret: 'none',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
} as const;

const rows: readonly DestinationBody[] = [
  {
    kind: 'webhook',
    url: 'https://ops.example.org/',
    format: 'slack',
    events: ['run.failed', 'wait.opened'],
  },
  { kind: 'webhook', url: 'https://ops.example.org/', format: 'cloudevents', events: [] },
  {
    kind: 'mail',
    host: 'smtp.example.org',
    port: 2525,
    tls: 'starttls',
    from: 'Skein <skein@example.org>',
    user: 'skein',
    recipients: ['*@example.org', 'ana@example.com'],
  },
];

describe('the form of a destination', () => {
  it.each(rows)('[W850] what is saved unchanged stays the same (%#)', (settings) => {
    const { secret: _, ...kept } = settings;
    // What a server shows of it.
    const shown = { ...about, ...kept } as Destination;
    expect(settingsIn(formOf(shown))).toEqual(settings);
  });
});
