/** Whether a key press, or what is pasted, goes into a text field, where single-letter shortcuts must not act. */
export function isTyping(event: Event): boolean {
  // Inside a shadow root, the target is its host; the composed path has the real one.
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
