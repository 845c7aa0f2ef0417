// Runs a command line in this process: what it prints and its exit code are those of the real command, without the time of a start.
import { perform } from '../src/cli/main.ts';
import { createPaint } from '../src/cli/paint.ts';
import type { Ended } from './spawn-skein.ts';

export async function callSkein(given: readonly string[]): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  const data = (text: string) => void (stdout += text);
  const code = await perform(given, {
    data,
    foreignData: data,
    note: (text) => void (stderr += text),
    paint: createPaint(false),
    paintData: createPaint(false),
    isLive: false,
    canAsk: false,
  });
  return { code, stdout, stderr };
}
