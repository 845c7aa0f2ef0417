// Limits across runs, of nodes and of workflows.
import {
  choice,
  either,
  integer,
  nonEmptyText,
  nullable,
  number,
  optional,
  record,
  required,
} from '../../shape/shape.ts';

const key = optional(
  nonEmptyText,
  'what is counted together, for example ${trigger.customer}; default: this node, or this workflow',
);

export const concurrencyShape = record('concurrency limit', {
  key,
  limit: required(integer(1), 'how many at the same time'),
});

export const rateShape = record('rate limit', {
  key,
  limit: required(integer(1), 'how many may start'),
  per: required(
    either(choice('second', 'minute', 'hour', 'day'), integer(1)),
    'the period: second, minute, hour, day, or milliseconds',
  ),
});

export const priorityField = optional(
  either(number(), nonEmptyText),
  'where several wait for a limit, the lowest number goes first; default 0',
);

const debounceShape = record('debounce', {
  key: optional(
    nonEmptyText,
    'which starts become one run, for example ${trigger.document}; default: all of this workflow',
  ),
  quietMs: required(
    integer(1),
    'the run begins when so many milliseconds no further start has come',
  ),
  maxMs: optional(integer(1), 'it begins after so many milliseconds in any case'),
});

export const nodeDebounceShape = record('debounce of a node', {
  key: optional(
    nonEmptyText,
    'of which activations the newest is executed, for example ${trigger.document}; default: all of this node',
  ),
  quietMs: required(
    integer(1),
    'it is executed when so many milliseconds no newer activation has come',
  ),
  maxMs: optional(integer(1), 'it is executed after so many milliseconds in any case'),
});

export const runLimitsShape = record('limits of runs', {
  concurrency: optional(nullable(concurrencyShape), 'how many runs at the same time'),
  rate: optional(nullable(rateShape), 'how many runs may begin in a period'),
  priority: priorityField,
  debounce: optional(
    nullable(debounceShape),
    'starts in quick succession become one run with the newest input',
  ),
});
