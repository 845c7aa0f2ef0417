import path from 'node:path';
import { packageManifest } from '../../scripts/pack/package-manifest.ts';
import { root } from '../repository.ts';
import { exportsOf, type Declaration } from './declarations.ts';

/** The names that users can import from `skein` and its subpaths, with their signatures and everything that these mention. */
export function libraryReport(): string {
  const { exports, engines } = packageManifest(root);
  const subpaths = exports as Readonly<Record<string, string | { readonly types: string }>>;
  const entries = Object.entries(subpaths).flatMap(([subpath, target]) =>
    typeof target === 'string' ? [] : [[subpath, namesOf(target.types)] as const],
  );
  const exported = new Set(entries.flatMap(([, names]) => names.map(([, { text }]) => text)));
  return [
    `Subpaths of the package: ${Object.keys(subpaths).join(', ')}\nEngines: ${JSON.stringify(engines)}`,
    ...entries.flatMap(([subpath, names]) => [
      `Exported from "${path.posix.join('skein', subpath)}":`,
      ...names.map(([name, { text, name: local }]) =>
        local === name ? text : `${name} = ${text}`,
      ),
    ]),
    'Mentioned by these:',
    ...[...mentionedBy(entries.flatMap(([, names]) => names.map(([, each]) => each)))]
      .filter((text) => !exported.has(text))
      .toSorted(),
  ]
    .map((text) => text.trimEnd())
    .join('\n\n');
}

/** Of the entry whose declarations ship in this file. */
function namesOf(types: string): readonly (readonly [string, Declaration])[] {
  const entry = path.basename(types, '.d.ts');
  return [...exportsOf('skein', entry)].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function mentionedBy(exported: readonly Declaration[]): ReadonlySet<string> {
  const reached = new Set(exported);
  for (const declaration of reached) for (const each of declaration.mentions) reached.add(each);
  return new Set([...reached].map(({ text }) => text));
}
