// The settings that every native node has, whatever its type
// One list, held to what the kernel reads: the shape of a node and the groups of the studio are made of it.
import type { EffectClass, JoinKind, WorkflowNode } from '@skein/kernel';
import { concurrencyShape, priorityField, rateShape } from './shared-limits.ts';
import {
  boolean,
  choice,
  dictionary,
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
  readonly group: 'starts' | 'fails' | 'shared' | 'none';
}

const retryShape = record('retry policy', {
  attempts: required(integer(1), 'the maximum number of attempts'),
  backoffMs: optional(number(0), 'the initial backoff in milliseconds; default 500'),
  factor: optional(number(0), 'the factor by which the backoff grows; default 2'),
  maxMs: optional(number(0), 'the maximum backoff in milliseconds; default 30,000'),
});

const inputPortShape = record('input port', {
  required: optional(boolean, 'whether the node is skipped when this port has no value'),
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
  priority: { group: 'shared', field: priorityField },
} as const;

export const nodeSettings = {
  join: {
    group: 'starts',
    field: optional(
      choice<JoinKind>('each', 'once', 'all', 'any', 'n-of'),
      'how arriving tokens become activations; default all',
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
export type NodeSettingOf<Group extends 'starts' | 'fails' | 'shared'> = {
  readonly [Key in NodeSetting]: (typeof nodeSettings)[Key]['group'] extends Group ? Key : never;
}[NodeSetting];
