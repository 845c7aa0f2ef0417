import type { Effect } from '../../effects.ts';

/** An effect that was begun and cancelled in one batch need not reach the host at all. */
export function withoutAnnihilated(effects: readonly Effect[]): readonly Effect[] {
  if (effects.length < 2 || !effects.some((effect) => effect.type === 'cancel')) return effects;
  const begun = new Map<string, number[]>();
  const gone = new Set<number>();
  effects.forEach((effect, index) => {
    if (effect.type !== 'cancel') {
      const key = keyOf(effect);
      const starts = key === null ? undefined : begun.get(key);
      if (starts !== undefined) starts.push(index);
      else if (key !== null) begun.set(key, [index]);
      return;
    }
    const key = cancelKey(effect);
    const starts = begun.get(key) ?? [];
    begun.delete(key);
    for (const start of starts) gone.add(start);
    // The first children may have begun in an earlier batch: then the host must still stop those.
    if (starts.some((start) => isFirst(effects[start]))) gone.add(index);
  });
  return gone.size === 0 ? effects : effects.filter((_, index) => !gone.has(index));
}

function isFirst(effect: Effect | undefined): boolean {
  return effect?.type !== 'child' || effect.index === 0;
}

function keyOf(effect: Exclude<Effect, { type: 'cancel' }>): string | null {
  switch (effect.type) {
    case 'execute':
    case 'emit':
      return `execute ${effect.activation} ${effect.node}`;
    case 'wait':
      return `wait ${effect.wait}`;
    case 'timer':
      return `timer ${effect.timer}`;
    case 'slot':
      return `slot ${effect.activation ?? 0} ${effect.node ?? ''}`;
    case 'child':
      return `children ${effect.activation} ${effect.node}`;
    case 'continue':
    case 'finish':
      return null;
  }
}

function cancelKey({ what }: Extract<Effect, { type: 'cancel' }>): string {
  switch (what.kind) {
    case 'execute':
      return `execute ${what.activation} ${what.node}`;
    case 'wait':
      return `wait ${what.wait}`;
    case 'timer':
      return `timer ${what.timer}`;
    case 'slot':
      return `slot ${what.activation ?? 0} ${what.node ?? ''}`;
    case 'children':
      return `children ${what.activation} ${what.node}`;
    case 'child':
      return `child ${what.index} ${what.activation} ${what.node}`;
  }
}
