// The node types added last in this browser, newest first.
import { readKept, writeKept, type KeptPlace } from '../../../data/kept/kept-json.ts';

const countMax = 3;

function placeOf(dialect: string): KeptPlace {
  return { in: 'browser', key: `skein.recent.${dialect}` };
}

export function readRecentTypes(dialect: string): readonly string[] {
  const kept = readKept(placeOf(dialect));
  return Array.isArray(kept) ? kept.filter((type) => typeof type === 'string') : [];
}

export function noteRecentType(dialect: string, type: string): void {
  const others = readRecentTypes(dialect).filter((each) => each !== type);
  writeKept(placeOf(dialect), [type, ...others].slice(0, countMax));
}
