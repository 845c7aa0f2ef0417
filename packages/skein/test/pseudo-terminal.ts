// A real terminal around the command: `script` of util-linux makes one and passes its own stdin and stdout through.
import { spawn, spawnSync } from 'node:child_process';
import process from 'node:process';
import { program } from './spawn-skein.ts';

const maker = 'script';

export function hasPseudoTerminal(): boolean {
  const { stdout } = spawnSync(maker, ['--version'], { encoding: 'utf8' });
  return process.platform === 'linux' && (stdout ?? '').includes('util-linux');
}

export interface PseudoTerminal {
  /** Resolves when this text has come, after what was expected before it. */
  readonly expect: (text: string) => Promise<void>;
  readonly send: (keys: string) => void;
  readonly end: Promise<{ readonly code: number | null; readonly screen: string }>;
}

export function openTerminal(
  given: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): PseudoTerminal {
  const words = [process.execPath, program, ...given].map(quote).join(' ');
  const child = spawn(maker, ['-qec', `stty cols 100 rows 30; exec ${words}`, '/dev/null'], {
    cwd,
    env: { ...process.env, TERM: 'xterm', NO_COLOR: '', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let screen = '';
  let read = 0;
  let isOver = false;
  let look = () => {};
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    look();
  });
  const end = new Promise<{ code: number | null; screen: string }>((resolve) => {
    child.on('close', (code) => {
      isOver = true;
      look();
      resolve({ code, screen });
    });
  });
  return {
    end,
    send: (keys) => child.stdin.write(keys),
    expect: (text) =>
      new Promise((resolve, reject) => {
        look = () => {
          const at = screen.indexOf(text, read);
          if (at !== -1) {
            read = at + text.length;
            look = () => {};
            resolve();
          } else if (isOver) reject(new Error(`"${text}" did not come. The screen:\n${screen}`));
        };
        look();
      }),
  };
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
