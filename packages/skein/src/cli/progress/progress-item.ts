import type { Json } from '@skein/kernel';

export interface ProgressItem {
  readonly kind: ItemKind;
  /** Names the activation. */
  readonly key: string;
  readonly node: string;
  readonly activation: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Since the activation was created; only where it is over. */
  readonly tookMs?: number;
  /** More about it, in words. */
  readonly detail?: string;
  readonly value?: Json;
}

export type ItemKind =
  | 'started'
  | 'token'
  | 'item'
  | 'asking'
  | 'warning'
  | 'called'
  | 'logged'
  | 'call-failed'
  | 'delegated'
  | 'returned'
  | 'waiting'
  | 'answered'
  | 'retrying'
  | 'pending'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'skipped'
  | 'limit';

/** Whether the activation is over with this item. */
export function isLast({ kind }: ProgressItem): boolean {
  return kind === 'completed' || kind === 'failed' || kind === 'cancelled' || kind === 'answered';
}

/** Whether the definition has this node; a dialect may have added others. */
export type IsWritten = (node: string) => boolean;

export function item(
  kind: ItemKind,
  { node, activation }: { readonly node: string; readonly activation: number },
  at: number,
): ProgressItem {
  // The number comes first, because an id may hold anything.
  return { kind, key: `${activation}:${node}`, node, activation, at };
}
