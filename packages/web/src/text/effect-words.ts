import type { EffectClass } from '@skein/kernel';

const words: Readonly<Record<EffectClass, string>> = {
  pure: 'no side effects',
  idempotent: 'safe to repeat',
  guarded: 'asks a person before repeating',
};

// True because a literal without a spread has exactly the keys of its type.
export const effects = Object.keys(words) as readonly EffectClass[];

/** What repeating a tool or a node would do, in plain words; the glossary has the terms. */
export function effectWords(effect: string): string {
  const known = effects.find((each) => each === effect);
  return known === undefined ? effect : words[known];
}
