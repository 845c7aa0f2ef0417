// One JSON value in the storage of the browser
// Whatever stands there may be of an older studio or of somebody else's making, and there may be no room: neither ever fails.
import type { Json } from '@skein/kernel';

export interface KeptPlace {
  /** `tab`: until it is closed, also after a reload. `browser`: for all its tabs. */
  readonly in: 'tab' | 'browser';
  readonly key: string;
}

function storageOf({ in: where }: KeptPlace): Storage {
  return where === 'tab' ? sessionStorage : localStorage;
}

/** Null if there is none, or something that is no JSON. */
export function readKept(place: KeptPlace): Json {
  try {
    return parseKept(storageOf(place).getItem(place.key));
  } catch {
    return null;
  }
}

export function parseKept(text: string | null): Json {
  try {
    // JSON.parse gives JSON.
    return JSON.parse(text ?? 'null') as Json;
  } catch {
    return null;
  }
}

/** Null removes it. Without room nothing is kept: what was there before is no longer true. */
export function writeKept(place: KeptPlace, value: unknown): void {
  try {
    const storage = storageOf(place);
    storage.removeItem(place.key);
    if (value !== null) storage.setItem(place.key, JSON.stringify(value));
  } catch {
    // Full, or disabled by whoever runs this browser.
  }
}
