import { jsonText } from './json-text.ts';
import type { Terminal } from './terminal.ts';

/** The one document of `--json`. It stays JSON on a terminal: there, what is not visible is written as JSON writes it. */
export function printJson({ foreignData }: Terminal, value: object): void {
  foreignData(`${jsonText(value)}\n`);
}
