import type { ModelRequest } from '@skein/ports';

/** Gives a text that is there as a whole word by word, to whoever listens. */
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
