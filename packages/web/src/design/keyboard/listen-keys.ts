import { tinykeys, type KeybindingsMap } from 'tinykeys';

/**
 * Shortcuts that also act while the user types. By default the library ignores all keys in text fields, even Ctrl-S; so
 * handlers of plain letters check `isTyping` themselves.
 */
export function listenKeys(keys: KeybindingsMap): () => void {
  return tinykeys(window, keys, { ignore: ({ repeat, isComposing }) => repeat || isComposing });
}
