// The folder that becomes the package: what `npm pack` packs and a user gets.
// K1. Everything that the built files import is a dependency, or an optional one that they ask for by name.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { buildWeb } from '../build-web.ts';
import { bundleClient } from './bundle-client.ts';
import { bundleSources } from './bundle-sources.ts';
import { copyDeclarations } from './copy-declarations.ts';
import { isOptionalPackage, packageManifest } from './package-manifest.ts';

const root = path.dirname(path.dirname(import.meta.dirname));
const skein = path.join(root, 'packages/skein');

const readParts = { docs: /\.md$/, 'examples/native': /\d+-[\w-]+(?:\.run|\.script)?\.json$/ };

/** Fills a folder; an existing one is deleted first. */
export async function stagePackage(folder: string): Promise<void> {
  if (!writeDeclarations()) throw new Error('The package cannot be built.');
  await stageProgram(folder);
  const typed = copyDeclarations({ root, target: path.join(folder, 'types') });
  checkImports(typed, packageManifest(root));
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
}

/** What runs of it, without types: the same in every package of the same sources, and much quicker to start than these. */
export async function stageProgram(folder: string): Promise<void> {
  if (!buildWeb()) throw new Error('The studio cannot be built.');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const manifest = packageManifest(root);
  const { imported } = await bundleSources({
    root,
    target: path.join(folder, 'dist'),
    isOptional: isOptionalPackage,
  });
  checkImports(imported, manifest);
  await bundleClient({ root, target: path.join(folder, 'dist') });
  for (const part of ['bin', 'templates', ...readdirSync(skein).filter(isShipped)])
    cpSync(path.join(skein, part), path.join(folder, part), { recursive: true });
  // What tools read to a model that builds workflows: pages, without pictures, and definitions, without their expected results.
  for (const [part, wanted] of Object.entries(readParts))
    cpSync(path.join(root, part), path.join(folder, part), {
      recursive: true,
      filter: (source) => source === path.join(root, part) || wanted.test(source),
    });
  cpSync(path.join(root, 'packages/web/dist/studio'), path.join(folder, 'studio'), {
    recursive: true,
  });
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

function isShipped(file: string): boolean {
  return file.endsWith('.schema.json') || file === 'README.md';
}

function writeDeclarations(): boolean {
  const program = path.join(root, 'node_modules/typescript/bin/tsc');
  const command = [program, '-b', 'packages/skein'];
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status === 0;
}

function checkImports(
  names: readonly string[],
  { dependencies = {} }: ReturnType<typeof packageManifest>,
): void {
  const packages = names.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  const isKnown = (name: string) => name in dependencies || isOptionalPackage(name);
  const missing = packages.filter((name) => !name.startsWith('node:') && !isKnown(name));
  if (missing.length > 0) throw new Error(`Imported, but no dependency: ${missing.join(', ')}.`);
}
