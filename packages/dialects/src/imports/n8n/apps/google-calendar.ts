// Google Calendar: events of the API, version 3
import { isObject, type Json } from '@skein/kernel';
import type { NodeContext } from '../context/node-context.ts';
import { isJsonList } from '../../draft/is-json-list.ts';
import {
  address,
  chosen,
  given,
  isMissing,
  setsOnly,
  type App,
  type AppOperation,
  type AppRequest,
} from './app-request.ts';

function events(context: NodeContext, event?: Json): string | null {
  const calendar = chosen(context.raw('calendar'));
  if (isMissing(calendar) || (event !== undefined && isMissing(event))) return null;
  const start = [
    'https://www.googleapis.com/calendar/v3/calendars/',
    { value: calendar },
    '/events',
  ];
  return address(context, ...start, ...(event === undefined ? [] : ['/', { value: event }]));
}

const FIELDS = ['summary', 'description', 'location', 'visibility', 'attendees', 'color'];

/** Time, words and guests of an event, from the place where n8n has them. */
function eventOf(context: NodeContext, place: string): { readonly [key: string]: Json } {
  const { raw, template } = context;
  const moment = (key: string): Json | undefined => {
    const value = raw(key) ?? raw(place, key);
    return value === undefined || isMissing(value) ? undefined : { dateTime: value };
  };
  const guests = raw(place, 'attendees');
  const people = (isJsonList(guests) ? guests : []).map((email) => ({ email: template(email) }));
  const made = given(context, {
    start: moment('start'),
    end: moment('end'),
    summary: raw(place, 'summary'),
    description: raw(place, 'description'),
    location: raw(place, 'location'),
    visibility: raw(place, 'visibility'),
    colorId: raw(place, 'color'),
  });
  return people.length === 0 ? made : { ...made, attendees: people };
}

const inside = (place: string, names: readonly string[]) => names.map((name) => `${place}.${name}`);

const create: AppOperation = (context) => {
  const known = [
    'calendar',
    'start',
    'end',
    'useDefaultReminders',
    ...inside('additionalFields', FIELDS),
  ];
  const url = events(context);
  if (url === null || !setsOnly(context, known)) return null;
  const json = eventOf(context, 'additionalFields');
  return isObject(json['start']) && isObject(json['end'])
    ? { config: { url, method: 'POST', body: { json } } }
    : null;
};

const update: AppOperation = (context) => {
  const known = [
    'calendar',
    'eventId',
    'useDefaultReminders',
    'modifyTarget',
    ...inside('updateFields', ['start', 'end', ...FIELDS]),
  ];
  const url = events(context, context.raw('eventId') ?? '');
  if (url === null || !setsOnly(context, known)) return null;
  return { config: { url, method: 'PATCH', body: { json: eventOf(context, 'updateFields') } } };
};

const one =
  (method: 'GET' | 'DELETE'): AppOperation =>
  (context) => {
    const url = events(context, context.raw('eventId') ?? '');
    if (url === null || !setsOnly(context, ['calendar', 'eventId'])) return null;
    return method === 'GET'
      ? { config: { url, method } }
      : { config: { url, method }, result: 'previous.map(entry => ({ success: true }))' };
  };

function getAll(context: NodeContext): AppRequest | null {
  const { raw, template } = context;
  const options = inside('options', [
    'orderBy',
    'query',
    'singleEvents',
    'timeMin',
    'timeMax',
    'recurringEventHandling',
  ]);
  const url = events(context);
  if (
    url === null ||
    !setsOnly(context, ['calendar', 'returnAll', 'limit', 'timeMin', 'timeMax', ...options])
  )
    return null;
  const isAll = raw('returnAll') === true;
  const handling = raw('options', 'recurringEventHandling');
  const query: { [key: string]: Json } = {
    ...given(context, {
      timeMin: raw('timeMin') ?? raw('options', 'timeMin'),
      timeMax: raw('timeMax') ?? raw('options', 'timeMax'),
      q: raw('options', 'query'),
      orderBy: raw('options', 'orderBy'),
    }),
  };
  if (
    handling === 'expand' ||
    raw('options', 'singleEvents') === true ||
    query['orderBy'] === 'startTime'
  )
    query['singleEvents'] = 'true';
  if (!isAll) query['maxResults'] = template(raw('limit') ?? 50);
  const config = { url, method: 'GET', query };
  const pagination = { cursor: { path: 'nextPageToken', param: 'pageToken' }, items: 'items' };
  return isAll
    ? { config: { ...config, pagination }, result: 'previous.flatMap(entry => list(entry))' }
    : { config, result: 'previous.flatMap(entry => entry.items ?? [])' };
}

export const googleCalendar: App = {
  title: 'Google Calendar',
  hosts: ['www.googleapis.com'],
  credential: () => 'googleCalendarOAuth2Api',
  resource: 'event',
  defaults: { event: 'create', calendar: 'availability' },
  operations: {
    'event/create': create,
    'event/update': update,
    'event/get': one('GET'),
    'event/delete': one('DELETE'),
    'event/getAll': getAll,
  },
};
