/** Whether a key goes into a text field, so that single-letter keys must not act. */
export function isTyping(event: KeyboardEvent): boolean {
  // Inside a shadow root the target is its host; the path knows the real one.
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
