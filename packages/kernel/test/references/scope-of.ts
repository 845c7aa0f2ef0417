import type { Json } from '../../src/json.ts';
import type { Scope } from '../../src/references/template.ts';

export interface ScopeData {
  readonly run?: string;
  /** Kept outputs by node, oldest first. */
  readonly outputs?: ReadonlyMap<string, readonly Json[]>;
  readonly statuses?: ReadonlyMap<string, string>;
  readonly trigger?: Json;
  readonly inputs?: Json;
  readonly previous?: Json;
  readonly context?: Json;
  readonly state?: { readonly [name: string]: Json };
  readonly now?: number;
  readonly dates?: ReadonlyMap<string, string>;
}

/** A scope over plain data, as the kernel makes one over a run's state. */
export function scopeOf(data: ScopeData): Scope {
  return {
    run: data.run ?? 'this run',
    output: (node, select) => {
      const kept = data.outputs?.get(node);
      return select === 'all' ? kept : kept?.at(select === 'newest' ? -1 : select);
    },
    status: (node) => data.statuses?.get(node),
    outputId: (node, select) => (node === null ? 'id of trigger' : `id of ${node} ${select}`),
    trigger: () => data.trigger,
    inputs: () => data.inputs ?? {},
    previous: () => data.previous,
    context: () => data.context,
    state: (name) => (name === null ? data.state : data.state?.[name]),
    now: () => data.now ?? 0,
    date: (zone) => data.dates?.get(zone),
    typesDefaults: true,
  };
}

/** Outputs as the newest and only kept ones. */
export function outputsOf(values: { readonly [node: string]: Json }): Map<string, Json[]> {
  return new Map(Object.entries(values).map(([node, value]) => [node, [value]]));
}
