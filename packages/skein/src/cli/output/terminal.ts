// The terminal
// Where a command reads and writes. Data goes to stdout, everything else to stderr.
//
// T1. What is not written to a terminal has no colours and no cursor movements; NO_COLOR removes the colours there too.
// T2. Texts of others lose their control characters when written to a terminal; in a pipe data is unchanged.
import process from 'node:process';
import { createPaint, type Paint } from './paint.ts';
import { visibleText } from './visible-text.ts';

export interface Terminal {
  /** Writes what the command was asked for, to stdout. */
  readonly data: (text: string) => void;
  /** The same for texts that somebody else wrote (T2). */
  readonly foreignData: (text: string) => void;
  /** Writes to stderr. */
  readonly note: (text: string) => void;
  /** Colours for stderr. */
  readonly paint: Paint;
  /** Colours for stdout. */
  readonly paintData: Paint;
  /** Whether stderr can show progress that changes in place. */
  readonly isLive: boolean;
  /** Whether somebody can be asked. */
  readonly canAsk: boolean;
}

export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  const canMove = env['TERM'] !== 'dumb';
  const hasColours = canMove && (env['NO_COLOR'] ?? '') === '';
  return {
    data: (text) => stdout.write(text),
    foreignData: (text) => stdout.write(stdout.isTTY ? visibleText(text) : text),
    note: (text) => stderr.write(text),
    paint: createPaint(hasColours && stderr.isTTY),
    paintData: createPaint(hasColours && stdout.isTTY),
    isLive: canMove && stderr.isTTY,
    // Nobody is asked where nobody reads, and then standard input is not opened: it takes as long as a step of the start.
    canAsk: stderr.isTTY && process.stdin.isTTY,
  };
}
