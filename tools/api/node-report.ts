import {
  allKinds,
  nativeJsonSchema,
  nodeEntries,
  sessionStepShape,
  toJsonSchema,
} from '@skein/dialects';
import { definitionsText, schemaText } from './schema-text.ts';

/** The native format with the settings of every node type, and the node types of all dialects with theirs. */
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
    'Settings of the node types of the dialects:',
    ...dialectSettings(),
  ].join('\n\n');
}

/** Those of native types are part of the native format. */
function dialectSettings(): readonly string[] {
  const { native: _, ...dialects } = nodeEntries;
  const settings = Object.entries(dialects).flatMap(([dialect, entries]) =>
    Object.entries(entries).map(
      ([type, { config }]) => `${dialect} ${type} = ${schemaText(toJsonSchema(config, 'open'))}`,
    ),
  );
  const step = `session-graph step of any type = ${schemaText(toJsonSchema(sessionStepShape))}`;
  return [...settings, step].toSorted();
}
