import { nativeKinds, type NodeKind } from '@skein/kernel';
import type { CompileOptions } from '../../dialect/dialect.ts';
import { pipelineKinds } from '../shape/pipeline-kinds.ts';

/** The node types that a pipeline compiles to are always known, also to a caller who names others. */
export function withKinds(options: CompileOptions): CompileOptions {
  const kinds = new Map<string, NodeKind>(options.kinds ?? nativeKinds);
  for (const kind of pipelineKinds) if (!kinds.has(kind.type)) kinds.set(kind.type, kind);
  return { ...options, kinds };
}
