// What a new project holds: the files of templates/project, which are compiled and tested with this package, and a package.json.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../../package-file.ts';
import { packageVersion } from '../../package-version.ts';
import { jsonText } from '../output/json-text.ts';

/** npm leaves such a file out of packages under its real name. */
const renamed: Readonly<Record<string, string>> = { gitignore: '.gitignore' };

const scripts = {
  dev: 'skein types && skein dev',
  test: 'skein types && tsc && node --test "src/**/*.test.ts" && skein test',
  types: 'skein types',
  start: 'skein serve --store sqlite:skein.db',
};

/** What to do with it first. */
export const projectCommands = [
  { command: 'npm install', what: 'install what it needs' },
  { command: 'npm test', what: 'check the types, and run all tests' },
  { command: 'npm run dev', what: 'serve the studio, and start again when a file changes' },
] as const;

/** By name, for a project in this folder. */
export function projectFiles(folder: string): ReadonlyMap<string, string> {
  const root = fileURLToPath(packageFile('templates/project/'));
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.extname(name) !== '' || name in renamed)
    .toSorted();
  return new Map([
    ['package.json', `${jsonText(manifest(folder))}\n`],
    ...names.map(
      (name) => [renamed[name] ?? name, readFileSync(path.join(root, name), 'utf8')] as const,
    ),
  ]);
}

function manifest(folder: string) {
  return {
    name: nameOf(folder),
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts,
    dependencies: { skein: skeinVersion(folder), zod: '^4.0.0' },
    devDependencies: { '@types/node': '^24.0.0', typescript: '^7.0.0' },
    engines: { node: '>=22.23' },
  };
}

/** As npm takes it. */
function nameOf(folder: string): string {
  const name = path
    .basename(path.resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '');
  return name === '' ? 'project' : name;
}

/** One that was installed from a file is installed from there again. */
function skeinVersion(folder: string): string {
  const host = fileURLToPath(packageFile('../../'));
  const from = path.join(host, 'package.json');
  const installed = existsSync(from) ? dependencyIn(readFileSync(from, 'utf8')) : undefined;
  if (installed?.startsWith('file:') !== true) return `^${packageVersion()}`;
  const file = path.resolve(host, installed.slice('file:'.length));
  return `file:${path.relative(path.resolve(folder), file)}`;
}

function dependencyIn(text: string): string | undefined {
  // In npm's format.
  const { dependencies, devDependencies } = JSON.parse(text) as {
    readonly [kind: string]: Readonly<Record<string, string>> | undefined;
  };
  return dependencies?.['skein'] ?? devDependencies?.['skein'];
}
