// Chunks by page
// A bundler makes a chunk for each set of entries that share modules, and every dialog that is loaded lazily is an entry: the editor was a hundred
// files, many of them one icon. What counts are pages.
// P1. What the frame around all pages loads is one chunk; what the same pages load at once is another. So a page loads few files, and still
//     nothing that it does not use, but for the smallest, which the frame has.
// P2. Parts that the first page loads a moment later count as pages: they must not bring along what others share. What only other dialogs and
//     fields load is left to the bundler.
// P3. What a page loads is what is left of it after unused code is gone: only a first build tells.
import { build, type InlineConfig, type Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** Loaded by the first page by itself, or where people begin. */
const firstParts = ['workflow-table', 'thumbnail', 'command-bar', 'import-dialog'];
/** A file of its own takes longer than so many bytes. */
const smallMax = 1_500;

/** Names the chunk of a module; null: as the bundler likes. */
export async function pageChunks(config: InlineConfig): Promise<(id: string) => string | null> {
  const once = { ...config.build, write: false };
  const built = await build({ ...config, configFile: false, logLevel: 'error', build: once });
  const { output } = built as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === 'chunk');
  const names = nameChunks(chunks);
  return (id) => names.get(id) ?? null;
}

function nameChunks(chunks: readonly Chunk[]): ReadonlyMap<string, string> {
  const isPage = ({ facadeModuleId }: Chunk) =>
    /\/pages\/[\w-]+\/[\w-]+-page\.tsx$/.test(facadeModuleId ?? '');
  const entries = chunks.filter((chunk) => isPage(chunk) || firstParts.includes(chunk.name));
  if (!firstParts.every((part) => entries.some(({ name }) => name === part)))
    throw new Error('The parts of the first page have moved.');
  const loaded = entries.map((entry) => closure(chunks, (chunk) => chunk === entry));
  const parts = Map.groupBy(chunks, (chunk) =>
    loaded.flatMap((each, at) => (each.has(chunk) ? [at] : [])).join(' '),
  );
  // Only what is loaded later has none.
  parts.delete('');
  const ofFrame = frameOf(chunks, [...parts.values()]);
  const named = [...parts.values()].flatMap((part, at) =>
    part.flatMap((chunk) => {
      const name = part.find((each) => entries.includes(each))?.name ?? `shared-${at}`;
      return chunk.moduleIds.map((id) => [id, ofFrame.has(chunk) ? 'frame' : name] as const);
    }),
  );
  return new Map(named);
}

/** What the frame loads anyway, and the small parts that import nothing else. */
function frameOf(
  chunks: readonly Chunk[],
  parts: readonly (readonly Chunk[])[],
): ReadonlySet<Chunk> {
  const frame = new Set(closure(chunks, (chunk) => chunk.isEntry));
  const files = new Set([...frame].map(({ fileName }) => fileName));
  const small = parts.filter(
    (part) => part.reduce((sum, { code }) => sum + code.length, 0) < smallMax,
  );
  const isInside = (part: readonly Chunk[]) => {
    const own = part.map(({ fileName }) => fileName);
    return part.every(({ imports }) =>
      imports.every((file) => files.has(file) || own.includes(file)),
    );
  };
  for (const _ of small)
    for (const part of small.filter(isInside))
      for (const chunk of part) {
        frame.add(chunk);
        files.add(chunk.fileName);
      }
  return frame;
}

/** The chunks of an entry, with all that they import at once. */
function closure(chunks: readonly Chunk[], isFirst: (chunk: Chunk) => boolean): ReadonlySet<Chunk> {
  const reached = new Set(chunks.filter(isFirst));
  // A set visits what is added to it on the way.
  for (const { imports } of reached)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) reached.add(chunk);
  return reached;
}
