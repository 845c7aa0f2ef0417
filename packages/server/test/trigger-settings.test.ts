// The settings of triggers before and while they are saved: previews, refusals, and webhooks that are switched off.
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { hello, serve, type Loose } from './serving.ts';

const preview = '/api/v1/triggers/preview';
const monday = Date.UTC(2026, 0, 5, 12);

it('[V130] the next ticks of a schedule are shown before it is saved, in its zone', async () => {
  const { send, store } = await serve({ clock: { now: () => monday } });
  const config = { cron: '30 9 * * 1-5', timezone: 'Europe/Paris' };
  const { status, body } = await send('POST', preview, {
    body: { trigger_type_id: 'schedule', config },
  });
  expect([status, body.next]).toEqual([
    200,
    [
      '2026-01-06T08:30:00.000Z',
      '2026-01-07T08:30:00.000Z',
      '2026-01-08T08:30:00.000Z',
      '2026-01-09T08:30:00.000Z',
      '2026-01-12T08:30:00.000Z',
    ],
  ]);
  const other = await send('POST', preview, { body: { trigger_type_id: 'webhook' } });
  expect(other.body).toEqual({ next: [] });
  const unfinished = await send('POST', preview, {
    body: { trigger_type_id: 'schedule', config: { cron: '' } },
  });
  expect(unfinished.body).toEqual({ next: [] });
  expect((await store.triggers.list({})).items).toEqual([]);
});

it('[V130] a preview refuses what a save would refuse, at the same field', async () => {
  const { send } = await serve();
  const ask = (body: object) => send('POST', preview, { body });
  const never = await ask({ trigger_type_id: 'schedule', config: { cron: '0 0 30 2 *' } });
  const zone = await ask({
    trigger_type_id: 'schedule',
    config: { cron: '0 9 * * *', timezone: 'Europe/Pari' },
  });
  const places = [never, zone].map(({ status, body }) => [
    status,
    body.error.details.complaints.map((each: Loose) => each.pointer),
  ]);
  expect(places).toEqual([
    [400, ['/config/cron']],
    [400, ['/config/timezone']],
  ]);
  const filter = await ask({ trigger_type_id: 'event', filter_rules: { domain_whitlist: [] } });
  expect([filter.status, filter.body.error.details.diagnostics[0].pointer]).toEqual([
    422,
    '/trigger/filter_rules/domain_whitlist',
  ]);
});

it.each([
  ['99 * * * *', 'the minute cannot be "99": it goes from 0 to 59'],
  ['0 25 * * *', 'the hour cannot be "25": it goes from 0 to 23'],
  ['0 9 32 * *', 'the day of the month cannot be "32": it goes from 1 to 31'],
  ['0 9 * FOO *', 'the month cannot be "FOO": it goes from 1 to 12, or JAN to DEC'],
  ['0 9 * * 9', 'the day of the week cannot be "9": it goes from 0 (Sunday) to 7, or SUN to SAT'],
  ['70 0 9 * * *', 'the second cannot be "70": it goes from 0 to 59'],
  ['0 9 * *', 'has 4 fields, but needs 5: minute, hour, day of the month, month, day of the week'],
  ['whenever', 'has 1 field, but needs 5: minute, hour, day of the month, month, day of the week'],
])('[V131] the expression %s is refused with the field that is wrong', async (cron, words) => {
  const { send } = await serve();
  const { status, body } = await send('POST', preview, {
    body: { trigger_type_id: 'schedule', config: { cron } },
  });
  const example = '"0 9 * * 1-5" fires at 9:00 from Monday to Friday';
  expect([status, body.error.details.complaints]).toEqual([
    400,
    [{ in: 'body', pointer: '/config/cron', message: `${words}; for example, ${example}` }],
  ]);
});

it('[V132] a signed delivery to a workflow that is switched off is refused with 409, and starts one when it is on again', async () => {
  const { send } = await serve();
  await send('POST', '/api/v1/workflows', { body: hello });
  await send('PUT', '/api/v1/workflows/hello/trigger', { body: { trigger_type_id: 'webhook' } });
  const { uuid } = (await send('GET', '/api/v1/triggers')).body.items[0];
  const { secret } = (await send('POST', `/api/v1/triggers/${uuid}/secret`)).body;
  const deliver = () => {
    const text = '{"name":"Ada"}';
    const time = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`msg_1.${time}.${text}`)
      .digest('base64');
    return send('POST', `/api/v1/hooks/${uuid}`, {
      text,
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'msg_1',
        'webhook-timestamp': time,
        'webhook-signature': `v1,${signature}`,
      },
    });
  };
  await send('PATCH', '/api/v1/workflows/hello', { body: { isActive: false } });
  const off = await deliver();
  expect([off.status, off.body.error.code]).toEqual([409, 'WORKFLOW_DISABLED']);
  const history = await send('GET', `/api/v1/triggers/${uuid}/history`);
  expect(history.body.items.map((each: Loose) => each.outcome)).toEqual(['inactive']);
  // Nobody learns without a signature what is on.
  expect((await send('POST', `/api/v1/hooks/${uuid}`, { body: {} })).status).toBe(401);
  await send('PATCH', '/api/v1/workflows/hello', { body: { isActive: true } });
  const on = await deliver();
  expect([on.status, on.body.matched]).toEqual([202, true]);
});

it('[V133] an unknown catchUp is refused with the choices, also while the workflow is switched off', async () => {
  const { send } = await serve();
  await send('POST', '/api/v1/workflows', { body: hello });
  await send('PATCH', '/api/v1/workflows/hello', { body: { isActive: false } });
  const config = { cron: '0 9 * * *', catchUp: 'everything' };
  const { status, body } = await send('PUT', '/api/v1/workflows/hello/trigger', {
    body: { trigger_type_id: 'schedule', config },
  });
  expect([status, body.error?.details.complaints]).toEqual([
    400,
    [{ in: 'body', pointer: '/config/catchUp', message: 'must be one of last, none, all' }],
  ]);
});

it('[V133] a schedule that does not say what happens to missed ticks follows the server', async () => {
  let now = monday;
  const { send, server, store } = await serve({ clock: { now: () => now }, catchUp: 'all' });
  for (const [id, catchUp] of [
    ['hello', {}],
    ['other', { catchUp: 'none' }],
  ] as const) {
    await send('POST', '/api/v1/workflows', { body: { ...hello, id } });
    const config = { cron: '0 * * * *', ...catchUp };
    await send('PUT', `/api/v1/workflows/${id}/trigger`, {
      body: { trigger_type_id: 'schedule', config },
    });
  }
  now += 3 * 3_600_000 + 120_000;
  for (let i = 0; i < 4; i++) await server.fireDue();
  const runs = (await store.runs.list({})).items;
  expect(runs.map(({ workflow }) => workflow.id)).toEqual(['hello', 'hello', 'hello']);
});
