// Bundling
// The sources of all rooms become a few JavaScript files. Third-party packages are not in them: they are installed next to them,
// where they can be audited and patched without us.
import path from 'node:path';
import { rolldown } from 'rolldown';

export interface BundleOptions {
  readonly root: string;
  /** Where the files go. All are in one folder directly below the package, as `packageFile` expects. */
  readonly target: string;
}

/** Returns the names of the packages that the files import. */
export async function bundleSources({ root, target }: BundleOptions): Promise<readonly string[]> {
  const skein = path.join(root, 'packages/skein/src');
  const bundle = await rolldown({
    input: { index: path.join(skein, 'index.ts'), cli: path.join(skein, 'cli/main.ts') },
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@skein/'),
    onLog: (_level, { message }) => {
      throw new Error(`The sources could not be bundled: ${message}`);
    },
  });
  const { output } = await bundle.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  const isChunk = (name: string) => output.some(({ fileName }) => fileName === name);
  const imported = output.flatMap((file) =>
    file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : [],
  );
  return [...new Set(imported.filter((name) => !isChunk(name) && !name.startsWith('node:')))];
}
