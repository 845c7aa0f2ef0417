import type { EngineStore } from '@skein/ports';
import { everyItem } from '../../../values/every-item.ts';
import { openDoors, publicName } from './published.ts';

/** For people: which workflows other programs can reach, and how. */
export async function doorsInWords({
  definitions,
}: Pick<EngineStore, 'definitions'>): Promise<string> {
  const open: string[] = [];
  for await (const found of everyItem(async (page) => definitions.list(page))) {
    const doors = openDoors(found);
    const whose = found.user === undefined ? '' : ` of ${found.user}`;
    if (doors.length > 0) open.push(`${publicName(found.id)}${whose} (${doors.join(', ')})`);
  }
  return open.length === 0 ? 'none is open' : open.join('; ');
}
