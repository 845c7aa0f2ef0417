import { tinykeys, type KeybindingsMap } from 'tinykeys';

/**
 * Keys that also act while one types. The library leaves out whatever is pressed in a text field, Ctrl-S too; so handlers of
 * plain letters ask `isTyping` themselves.
 */
export function listenKeys(keys: KeybindingsMap): () => void {
  return tinykeys(window, keys, { ignore: ({ repeat, isComposing }) => repeat || isComposing });
}
