/** Behind the bracket that closes the one at `start`, or undefined if it breaks off; brackets in strings do not count. */
export function jsonEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let i = start; i < text.length; i++) {
    const sign = text[i];
    if (isString) {
      if (sign === '\\') i++;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{' || sign === '[') depth++;
    else if ((sign === '}' || sign === ']') && --depth === 0) return i + 1;
  }
  return undefined;
}
