import { spawn } from 'node:child_process';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

const tryEveryMs = 200;
const triesMax = 300;

/** Shows an address in the browser of the desktop, as soon as something answers there. Without a desktop nothing happens. */
export async function openStudio(url: string): Promise<void> {
  for (let tries = 0; tries < triesMax; tries++) {
    if (await answers(url)) {
      const [program = '', ...words] = opener();
      spawn(program, [...words, url], { stdio: 'ignore', detached: true })
        .on('error', () => {})
        .unref();
      return;
    }
    await delay(tryEveryMs, undefined, { ref: false });
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
}

function opener(): readonly string[] {
  if (process.platform === 'darwin') return ['open'];
  return process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
}
