// Bundling
// The sources of all rooms become a few JavaScript files. Third-party packages are not in them: they are installed next to them,
// where they can be audited and patched without us.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  rolldown,
  type OutputAsset,
  type OutputChunk,
  type Plugin,
  type RolldownBuild,
} from 'rolldown';
import { withoutFacades } from './builtin-modules.ts';
import { chunkGroups } from './chunk-groups.ts';
import { inAscii } from './in-ascii.ts';
import { loadWhenUsed } from './load-when-used.ts';

const required = './require-package.cjs';

export interface BundleOptions {
  readonly root: string;
  /** Where the files go. All are in one folder directly below the package, as `packageFile` expects. */
  readonly target: string;
  /** Whether a package is there only where a user installed it. */
  readonly isOptional: (name: string) => boolean;
}

export interface Bundled {
  /** The names of the packages that the files import. */
  readonly imported: readonly string[];
  /** The sources that were read. */
  readonly modules: readonly string[];
}

export async function bundleSources(options: BundleOptions): Promise<Bundled> {
  const { target, isOptional } = options;
  const { chunks, modules } = await bundleChunks(options);
  mkdirSync(target, { recursive: true });
  for (const { fileName, code } of chunks) {
    const written = inAscii(withoutFacades(loadWhenUsed(code, isOptional)));
    writeFileSync(path.join(target, fileName), written);
  }
  copyFileSync(path.join(import.meta.dirname, required), path.join(target, required));
  const isChunk = (name: string) =>
    name === required || chunks.some(({ fileName }) => fileName === name);
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const isForeign = (name: string) => !isChunk(name) && !name.startsWith('node:');
  return { imported: [...new Set(imported.filter(isForeign))], modules };
}

async function bundleChunks({ root, isOptional }: BundleOptions) {
  const skein = path.join(root, 'packages/skein/src');
  const modules = new Set<string>();
  const bundle = await rolldown({
    input: {
      index: path.join(skein, 'index.ts'),
      testing: path.join(skein, 'testing.ts'),
      pipelines: path.join(skein, 'pipelines.ts'),
      cli: path.join(skein, 'cli/main.ts'),
      'code-thread': path.join(root, 'packages/agents/src/code/code-thread-main.ts'),
      'check-values': path.join(skein, 'parts/check-values-main.ts'),
      'large-work': path.join(skein, 'server/large-work-main.ts'),
      expressions: path.join(root, 'packages/kernel/src/expressions/read-expression.ts'),
    },
    platform: 'node',
    plugins: [
      requireInCommonJs,
      readExpressionsWhenUsed,
      hashWithNode,
      { name: 'modules-read', moduleParsed: ({ id }) => void modules.add(id) },
    ],
    external: (id) =>
      !id.startsWith('.') && !path.isAbsolute(id) && !/^(?:@skein|@noble\/hashes)\//.test(id),
    onLog: (_level, { code, message }) => {
      if (isHarmless(code)) return;
      throw new Error(`The sources could not be bundled: ${message}`);
    },
  });
  const chunks = await inGroups(bundle);
  await bundle.close();
  const atOnce = chunks.filter(({ isEntry }) => isEntry);
  for (const { imports } of atOnce) {
    if (imports.some(isOptional)) throw new Error(`Loaded at once: ${imports.join(', ')}.`);
    const next = chunks.filter(({ fileName }) => imports.includes(fileName));
    atOnce.push(...next.filter((chunk) => !atOnce.includes(chunk)));
  }
  return { chunks, modules: [...modules] };
}

/** What one command loads lazily, another loads at once, and both have it in one chunk; and a busy machine takes its time. */
function isHarmless(code: string | undefined): boolean {
  return code === 'INEFFECTIVE_DYNAMIC_IMPORT' || code === 'PLUGIN_TIMINGS';
}

/** Bundled twice: the first time tells what is loaded together. */
async function inGroups(bundle: RolldownBuild): Promise<readonly OutputChunk[]> {
  const names = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' };
  const isChunk = (file: OutputChunk | OutputAsset) => file.type === 'chunk';
  const apart = (await bundle.generate({ format: 'esm', ...names })).output.filter(isChunk);
  const codeSplitting = { groups: [...chunkGroups(apart)] };
  return (await bundle.generate({ format: 'esm', ...names, codeSplitting })).output.filter(isChunk);
}

/** The default import, because bundlers give modules nothing else of a file of CommonJS. */
const requireInCommonJs: Plugin = {
  name: 'require-in-commonjs',
  resolveId: (id) => (id === required ? { id, external: true } : null),
  load: (id) =>
    id.endsWith('/agents/src/require-package.ts')
      ? `import requirePackage from '${required}';\nexport { requirePackage };`
      : null,
};

const reader = '\0read-expression';

/** Few workflows compute anything: what reads and evaluates expressions is loaded with the first text that has one. */
const readExpressionsWhenUsed: Plugin = {
  name: 'read-expressions-when-used',
  resolveId: (id, importer) =>
    id.endsWith('/expressions/read-expression.ts') && importer?.endsWith('/templates/parse-text.ts')
      ? reader
      : null,
  load: (id) =>
    id === reader
      ? `import requirePackage from '${required}';
export const readExpression = (...given) => requirePackage.expressions().readExpression(...given);`
      : null,
};

const hashes = '\0node-hashes';

/** The sources hash with a package that browsers have, too; Node has its own, which is loaded anyway. */
const hashWithNode: Plugin = {
  name: 'hash-with-node',
  resolveId: (id) => (id.startsWith('@noble/hashes/') ? hashes : null),
  load: (id) =>
    id === hashes
      ? `import { createHash } from 'node:crypto';
export const sha256 = (bytes) => createHash('sha256').update(bytes).digest();
export const bytesToHex = (bytes) => bytes.toString('hex');`
      : null,
};
