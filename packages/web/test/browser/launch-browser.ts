import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { chromium, type Browser } from 'playwright-core';

export interface LaunchedBrowser {
  readonly browser: Browser;
  readonly stop: () => Promise<void>;
}

export async function launchBrowser(program: string): Promise<LaunchedBrowser> {
  const main = path.join(import.meta.dirname, 'browser-main.ts');
  const child = spawn(process.execPath, [main, program], { stdio: ['pipe', 'pipe', 'ignore'] });
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.on('exit', (code) => reject(new Error(`The browser ended with ${code}.`)));
  });
  const browser = await chromium.connect(address);
  return {
    browser,
    stop: async () => {
      await browser.close();
      const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
      child.stdin.end();
      await ended;
    },
  };
}
