import type { ModelRequest } from '@skein/ports';

/** Streams a complete text word by word to the listener. */
export function streamText(
  text: string,
  { onToken, signal }: Pick<ModelRequest, 'onToken' | 'signal'>,
): void {
  if (onToken === undefined) return;
  for (const [word] of text.matchAll(/\S+\s*|\s+/g)) {
    onToken(word);
    signal.throwIfAborted();
  }
}
