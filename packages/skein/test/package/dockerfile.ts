import { readFileSync } from 'node:fs';

export interface Instruction {
  readonly name: string;
  readonly value: string;
}

/** The instructions of a Dockerfile, without comments, continued lines as one. */
export function readDockerfile(file: string): readonly Instruction[] {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', value = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name, value };
    });
}
