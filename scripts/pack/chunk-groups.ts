// Chunks for what is loaded together
// A bundler makes a chunk for each set of entries that share modules, which is more than a hundred for one `skein run`; each costs a
// resolution, two reads and a link. So what a command always loads becomes one chunk: that of every command, that of commands
// about definitions, that of those with an engine.
// G1. A group is closed: what its modules import is in it, or in one before it. So chunks never import each other in a cycle.
import type { OutputChunk } from 'rolldown';

/** The files that such a command begins with, and those that it imports lazily but always. */
const groups = {
  command: ['skein/src/cli/main.ts'],
  definitions: ['skein/src/cli/workflows/validate-command.ts'],
  engine: [
    'skein/src/cli/run/run-command.ts',
    'skein/src/cli/run/execute-run.ts',
    'skein/src/compose.ts',
    'skein/src/parts/compose-store.ts',
    'stores/src/index.ts',
  ],
} as const;

export interface ChunkGroup {
  readonly name: string;
  readonly test: (module: string) => boolean;
  readonly priority: number;
}

/** The groups, from the chunks of a bundle without any. */
export function chunkGroups(chunks: readonly OutputChunk[]): readonly ChunkGroup[] {
  const taken = new Set<string>();
  return Object.entries(groups).map(([name, files], at, all) => {
    const own = closure(chunks, files).filter((module) => !taken.has(module));
    for (const module of own) taken.add(module);
    const modules = new Set(own);
    return { name, test: (module) => modules.has(module), priority: all.length - at };
  });
}

/** The modules of the chunks that these files are in, and of all that those import at once. */
function closure(chunks: readonly OutputChunk[], files: readonly string[]): readonly string[] {
  const found = files.map((file) => {
    const holds = ({ moduleIds }: OutputChunk) =>
      moduleIds.some((module) => module.replaceAll('\\', '/').endsWith(`/packages/${file}`));
    const chunk = chunks.find(holds);
    if (chunk === undefined) throw new Error(`No chunk has ${file}.`);
    return chunk;
  });
  const reached = new Set(found);
  // A set visits what is added to it on the way.
  for (const { imports } of reached)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) reached.add(chunk);
  return [...reached].flatMap(({ moduleIds }) => moduleIds);
}
