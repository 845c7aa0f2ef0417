/**
 * What the steps are called, in the order in which documentation and palettes show them. Apart from the table: who only needs the
 * names does not load what computes.
 */
export const STEP_NAMES = [
  'filter',
  'sort',
  'limit',
  'dedupe',
  'group',
  'aggregate',
  'pick',
  'omit',
  'rename',
  'set',
  'split',
  'chunk',
  'flatten',
  'merge',
] as const;

export type StepName = (typeof STEP_NAMES)[number];
