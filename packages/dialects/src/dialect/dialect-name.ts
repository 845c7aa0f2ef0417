const dialects = [
  'native',
  'session-graph',
  'dataflow',
  'agent-graph',
  'canvas',
  'pipeline',
] as const;

export type DialectName = (typeof dialects)[number];

/** Types that other dialects declare work with what these compile around them. */
export function isOfDialect(type: string): boolean {
  return dialects.some((name) => name !== 'native' && type.startsWith(`${name}.`));
}
