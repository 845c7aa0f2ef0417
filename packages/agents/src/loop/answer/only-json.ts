import type { Json } from '@skein/kernel';
import { findJson } from './find-json.ts';
import { withoutFence } from './without-fence.ts';

/** The JSON that a reply is, in a Markdown fence or not, or the only one beside its prose. */
export function onlyJson(text: string): Json | undefined {
  try {
    // JSON.parse gives JSON.
    return JSON.parse(withoutFence(text)) as Json;
  } catch {
    const [first, ...others] = findJson(text);
    return others.length === 0 ? first : undefined;
  }
}
