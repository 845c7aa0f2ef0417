import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the built studio is: in the repository beside its sources, in an installed package beside the server. */
const places = ['../../../web/dist/studio/', '../studio/'];

/** The first place that has it; else where it would be, and the server does without. */
export function studioFolder(): string {
  const folders = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return folders.find((folder) => existsSync(folder)) ?? folders[0] ?? '';
}
