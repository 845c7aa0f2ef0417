// The browser in a process of its own
// Playwright makes code from strings, which test processes of this repository forbid. So it runs here, and tests connect to it.
import process from 'node:process';
import { chromium } from 'playwright-core';

const server = await chromium.launchServer({
  executablePath: process.argv[2] ?? '',
  args: ['--no-sandbox'],
  handleSIGTERM: true,
});
process.stdout.write(`${server.wsEndpoint()}\n`);
// Whoever started it is gone: nobody needs the browser any more.
process.stdin.on('end', () => void server.close().then(() => process.exit(0)));
process.stdin.resume();
