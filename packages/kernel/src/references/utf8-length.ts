/** Bytes of a text in UTF-8, counted by hand because encoders belong to the host. A lone surrogate counts as U+FFFD. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if ((text.codePointAt(i) ?? unit) > 0xffff) {
      bytes += 4;
      i++;
    } else bytes += 3;
  }
  return bytes;
}
