import { allKinds, nativeJsonSchema } from '@skein/dialects';
import { definitionsText } from './schema-text.ts';

/** The native format with the settings of every node type, and the node types of all dialects. */
export function nodeReport(): string {
  const { $defs } = nativeJsonSchema() as { readonly $defs: unknown };
  const kinds = [...allKinds.values()].map(({ type, mode, ports, effect = 'guarded' }) => {
    const shown = typeof ports === 'function' ? 'by config' : [ports].flat().join(', ');
    return `${type}: ${mode}, ${effect}, ports ${shown || 'none'}`;
  });
  return [
    'Node types:',
    kinds.toSorted().join('\n'),
    'Native format:',
    ...definitionsText($defs),
  ].join('\n\n');
}
