import type { Graph, Json } from '@skein/kernel';

/** The input schemas of the nodes that a run starts with; each of them is checked. */
export function inputSchemas({ entries }: Graph): readonly Json[] {
  return entries.flatMap((node) => {
    const schema = node.kind.mode === 'start' ? node.constantConfig?.['schema'] : null;
    return schema === undefined || schema === null ? [] : [schema];
  });
}
