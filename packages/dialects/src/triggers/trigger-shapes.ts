// The settings of triggers
// The same in every dialect; only the words for them differ between the native format and the pipelines' original API.
import {
  any,
  choice,
  nonEmptyText,
  openObject,
  optional,
  record,
  required,
  text,
} from '../shape/shape.ts';

export const triggerTypes = ['manual', 'webhook', 'schedule', 'event', 'new_email'] as const;

export const mailRules = [
  'email_blacklist',
  'email_whitelist',
  'domain_blacklist',
  'domain_whitelist',
] as const;

/** What happens to ticks that were missed: a run for the last of them, for none, or for each. */
export const catchUpChoices = ['last', 'none', 'all'] as const;

export const scheduleShape = record('schedule', {
  cron: optional(text, 'when it fires, for example 0 9 * * 1'),
  timezone: optional(nonEmptyText, 'the time zone of these times; default UTC'),
  catchUp: optional(
    choice(...catchUpChoices),
    'which of the ticks that were missed start a run; default: as the server is set up',
    { unset: 'as the server is set up' },
  ),
  input: optional(any, 'the input of its runs; default: the time of the tick, as scheduled_at'),
});

const words = {
  start: optional(
    nonEmptyText,
    "the id of the node that its runs start at; default: the workflow's entry",
  ),
  config: optional(openObject, 'settings of its type, such as "cron" and "timezone"'),
  filter: optional(openObject, 'which deliveries start a run; default: all'),
  description: optional(text, 'a description of the data of a delivery'),
  uuid: optional(nonEmptyText, 'its id; default: made of the id of the workflow and its name'),
};

/** One that a native definition has alone. */
export const nativeTriggerShape = record('trigger', {
  name: optional(nonEmptyText, 'what callers name it by; default: its type'),
  type: required(choice(...triggerTypes), 'what starts runs'),
  ...words,
});

/** One of several. */
export const listedTriggerShape = record('trigger', {
  name: required(nonEmptyText, 'what callers name it by'),
  type: required(choice(...triggerTypes), 'what starts runs'),
  ...words,
});
