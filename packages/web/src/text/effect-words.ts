export const effects = ['pure', 'idempotent', 'guarded'] as const;

const words: Readonly<Record<(typeof effects)[number], string>> = {
  pure: 'no side effects',
  idempotent: 'safe to repeat',
  guarded: 'asks a person before repeating',
};

/** What repeating a tool or a node would do, in plain words; the glossary has the terms. */
export function effectWords(effect: string): string {
  const known = effects.find((each) => each === effect);
  return known === undefined ? effect : words[known];
}
