/** A text to look up in another, however often it was quoted on its way there, and whatever its lines end with. */
export function squeezed(text: string): string {
  return text
    .replaceAll(/\\+u([0-9a-f]{4})/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    )
    .replaceAll(/\\+[nrt]/g, '')
    .replaceAll(/[\s"'`\\$]+/g, '');
}
