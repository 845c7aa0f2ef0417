/** What a function is told whose activation was cancelled. */
export function abortReason(): DOMException {
  return new DOMException('The activation was cancelled.', 'AbortError');
}
