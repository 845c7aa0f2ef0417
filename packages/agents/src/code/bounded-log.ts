import type { LogLine } from './thread-messages.ts';

/** An empty line costs something too. */
const lineChars = 16;

/** Passes lines on until they have so many characters, and then says once that there were more. */
export function boundedLog(
  charsMax: number,
  pass: (line: LogLine) => void,
): (line: LogLine) => void {
  let left = charsMax;
  return (line) => {
    if (left < 0) return;
    left -= line.text.length + lineChars;
    pass(
      left < 0
        ? { level: 'warn', text: `Lines beyond ${charsMax} characters are left out.` }
        : line,
    );
  };
}
