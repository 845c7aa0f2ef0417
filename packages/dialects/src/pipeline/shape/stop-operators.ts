/** How a stop condition compares a value with its target, each with the words that people read. */
export const stopOperators = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  greater_than: 'is more than',
  less_than: 'is less than',
} as const;

export type StopOperator = keyof typeof stopOperators;
