// The settings that every native node has, whatever its type
// One list, held to what the kernel reads: the shape of a node and the groups of the studio are made of it.
import type {
  EachError,
  EffectClass,
  JoinKind,
  RetryJitter,
  RetryTimes,
  WorkflowNode,
} from '@skein/kernel';
import { concurrencyShape, nodeDebounceShape, priorityField, rateShape } from './shared-limits.ts';
import {
  any,
  boolean,
  choice,
  dictionary,
  either,
  integer,
  list,
  nonEmptyText,
  nullable,
  number,
  optional,
  record,
  required,
  text,
  type Field,
} from '../../shape/shape.ts';

/** What a node says about itself; all other keys are settings. */
type NodeSetting = Exclude<
  keyof WorkflowNode,
  'id' | 'type' | 'name' | 'description' | 'config' | 'derived' | 'standsFor'
>;

interface NodeSettingEntry {
  readonly field: Field;
  /** Where forms show it; `none`: it names ports and nodes, and is written in the definition itself. */
  readonly group: 'starts' | 'items' | 'fails' | 'shared' | 'none';
}

const retryTimes = {
  attempts: required(integer(1), 'the maximum number of attempts'),
  backoffMs: optional(number(0), 'the initial backoff in milliseconds; default 500'),
  factor: optional(number(0), 'the factor by which the backoff grows; default 2'),
  maxMs: optional(number(0), 'the maximum backoff in milliseconds; default 30,000'),
  jitter: optional(
    choice<RetryJitter>('none', 'tenth', 'full'),
    'the chance in a backoff: none, up to a tenth more (tenth, the default), or anything from 0 to the whole (full)',
    { unset: 'tenth' },
  ),
} satisfies Readonly<Record<keyof RetryTimes, Field>>;

const retryRuleShape = record('retry rule', {
  on: required(
    list(nonEmptyText),
    'codes and names of the failures that it is for; "*" is any of them',
  ),
  except: optional(list(nonEmptyText), 'codes and names that it is not for'),
  ...retryTimes,
});

const retryShape = record('retry policy', {
  ...retryTimes,
  rules: optional(
    list(retryRuleShape),
    'for failures of one kind: the first rule that fits decides, and counts its own attempts',
  ),
});

const inputPortShape = record('input port', {
  required: optional(boolean, 'whether the node is skipped when this port has no value'),
});

const eachShape = record('each', {
  items: required(
    either(text, list(any)),
    'the list; ${item} and ${index} are the current element',
  ),
  concurrency: optional(integer(1), 'how many items are worked on at the same time; default 1'),
  spread: optional(
    boolean,
    'whether a result that is a list is put in item by item; default false',
  ),
  onError: optional(
    choice<EachError>('fail', 'mark', 'port'),
    'a failed item fails the node (fail, the default), is marked among the results (mark), or leaves on the port error (port)',
    { unset: 'fail' },
  ),
});

const sharedSettings = {
  concurrency: {
    group: 'shared',
    field: optional(
      nullable(concurrencyShape),
      'how many activations may run at the same time, in all runs of a user',
    ),
  },
  rate: {
    group: 'shared',
    field: optional(
      nullable(rateShape),
      'how many activations may start in a period, in all runs of a user',
    ),
  },
  debounce: {
    group: 'shared',
    field: optional(
      nullable(nodeDebounceShape),
      'of activations in quick succession, in all runs of a user, only the newest is executed',
    ),
  },
  priority: { group: 'shared', field: priorityField },
} as const;

export const nodeSettings = {
  join: {
    group: 'starts',
    field: optional(
      choice<JoinKind>('each', 'once', 'all', 'any', 'n-of'),
      'how arriving tokens become activations; default all',
      { unset: 'all' },
    ),
  },
  n: { group: 'starts', field: optional(integer(1), 'how many edges an n-of join needs') },
  input: {
    group: 'none',
    field: optional(dictionary(inputPortShape), 'the settings of its input ports'),
  },
  requireOneOf: {
    group: 'none',
    field: optional(
      list(list(nonEmptyText)),
      'groups of input ports; at least one port of each group must have a value',
    ),
  },
  each: {
    group: 'items',
    field: optional(
      either(text, list(any), eachShape),
      'does the work of the node for every item of this list; its value is the list of the results',
    ),
  },
  remember: {
    group: 'items',
    field: optional(
      nonEmptyText,
      'the name under which its items are remembered: ${item@NAME.field} reads them in all lists that are made of them',
    ),
  },
  whenEmpty: {
    group: 'items',
    field: optional(
      either(choice('fire', 'skip'), list(any)),
      'what an empty list on a port does: fires it (fire), fires nothing (skip; the default with each and for partition), or is replaced by this list',
    ),
  },
  retry: {
    group: 'fails',
    field: optional(nullable(retryShape), 'the retry policy; default: one attempt'),
  },
  timeoutMs: {
    group: 'fails',
    field: optional(nullable(integer(1)), 'the timeout of one attempt in milliseconds'),
  },
  effect: {
    group: 'fails',
    field: optional(
      choice<EffectClass>('pure', 'idempotent', 'guarded'),
      'whether the node may be repeated after a crash; default idempotent',
      { unset: 'idempotent' },
    ),
  },
  mutex: {
    group: 'shared',
    field: optional(
      nullable(text),
      'activations with the same mutex never overlap, in all runs of a user',
    ),
  },
  ...sharedSettings,
  cancels: {
    group: 'none',
    field: optional(list(nonEmptyText), 'ids of nodes that are cancelled when this one completes'),
  },
} satisfies Readonly<Record<NodeSetting, NodeSettingEntry>>;

/** The settings that forms show in a group. */
export type NodeSettingOf<Group extends 'starts' | 'items' | 'fails' | 'shared'> = {
  readonly [Key in NodeSetting]: (typeof nodeSettings)[Key]['group'] extends Group ? Key : never;
}[NodeSetting];
