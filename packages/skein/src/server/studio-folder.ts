import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../package-file.ts';

/** Where the built studio is: in an installed package in a folder of its own, in the repository beside its sources. */
const places = ['studio/', '../web/dist/studio/'];

/** The first place that has it; else where it would be, and the server does without. */
export function studioFolder(): string {
  const folders = places.map((place) => fileURLToPath(packageFile(place)));
  return folders.find((folder) => existsSync(folder)) ?? folders[0] ?? '';
}
