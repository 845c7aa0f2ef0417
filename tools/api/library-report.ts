import { packageManifest } from '../../scripts/pack/package-manifest.ts';
import { root } from '../repository.ts';
import { exportsOf } from './declarations.ts';

/** The names that users can import from `skein`, with their signatures and everything that these mention. */
export function libraryReport(): string {
  const names = [...exportsOf('skein')].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const exported = names.map(([, declaration]) => declaration);
  const reached = new Set(exported);
  for (const declaration of reached) for (const each of declaration.mentions) reached.add(each);
  const below = [...reached].filter((each) => !exported.includes(each));
  const { exports, engines } = packageManifest(root);
  return [
    `Subpaths of the package: ${Object.keys(exports as object).join(', ')}\nEngines: ${JSON.stringify(engines)}`,
    'Exported from "skein":',
    ...names.map(([name, { text, name: local }]) => (local === name ? text : `${name} = ${text}`)),
    'Mentioned by these:',
    ...[...new Set(below.map(({ text }) => text))].toSorted(),
  ]
    .map((text) => text.trimEnd())
    .join('\n\n');
}
