import { isObject, nativeNames, ownValue, textAt, type Json } from '@skein/api';
import type { Engine } from '@skein/engine';
import type { RunRecord } from '@skein/ports';

export type NamingWorkflows = Pick<Engine['workflows'], 'get' | 'convert'>;

/** What people call the nodes of a run, in the version that it runs; nothing is known of those that are only code. */
export async function namesInRun(
  workflows: NamingWorkflows,
  { workflow: { id, version }, user }: Pick<RunRecord, 'workflow' | 'user'>,
): Promise<ReadonlyMap<string, string>> {
  try {
    const { definition, dialect } = await workflows.get(id, version, user);
    const isNative = dialect === 'native';
    return nativeNames(
      nodesOf(
        isNative ? definition : workflows.convert(definition, 'native', { dialect }).definition,
      ),
    );
  } catch {
    // A list does not fail because a definition is gone, or is read by no dialect of this release.
    return new Map();
  }
}

function nodesOf(native: Json): Parameters<typeof nativeNames>[0] {
  const nodes = isObject(native) ? ownValue(native, 'nodes') : undefined;
  if (!Array.isArray(nodes)) return [];
  return nodes.filter(isObject).map((node) => ({
    id: textAt(node, 'id') ?? '',
    type: textAt(node, 'type') ?? '',
    name: textAt(node, 'name'),
  }));
}
