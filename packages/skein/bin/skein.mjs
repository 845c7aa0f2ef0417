#!/usr/bin/env node
// The `skein` command
// Starts the sources, or a build of them, in the repository and the built files in an installed package, which has no sources. Plain JavaScript that an
// old Node understands, so that it can hand over to a newer one.

// An import would have Node look at every export of these modules, and open standard input and load the streams of files on the way, which takes as
// long as reading the engine. A Node that cannot do without is too old for the command as well, and only hands over.
const { process } = globalThis;
const builtin = async (name) => process.getBuiltinModule?.(name) ?? import(name);
const { existsSync, realpathSync } = await builtin('node:fs');
const { enableCompileCache } = await builtin('node:module');
const path = await builtin('node:path');
const { fileURLToPath } = await builtin('node:url');

/** The first Node whose SQLite is sound. */
const oldestNode = [22, 23];
/** Set for the second process, so that a wrong `node` in node_modules cannot start processes for ever. */
const handedOver = 'SKEIN_HANDED_OVER';
/** A Node as a package, for this platform. */
const packagedNode = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}@24`;
const folder = path.dirname(realpathSync(fileURLToPath(import.meta.url)));

if (isRecent(process.versions.node)) await start();
else await handOver();

async function start() {
  if (process.env[handedOver] !== undefined && process.connected) dieWithLauncher();
  // Most of the time of a short run is reading and stripping the sources; the cache keeps the result.
  enableCompileCache?.();
  const given = process.argv.slice(2);
  const isRepository = existsSync(path.join(folder, '../src'));
  const { main } = await (isRepository ? importSources(given) : import('../dist/cli.js'));
  await main(given);
}

/** A build of them, where there is one that is still true. */
async function importSources(given) {
  const { builtProgram } = await import('../../../scripts/checkout/built-program.ts');
  const program = builtProgram(given);
  return program === null ? import('../src/cli/main.ts') : import(program);
}

async function handOver() {
  const program = findPackagedNode();
  if (program === undefined || process.env[handedOver] !== undefined) {
    process.stderr.write(
      `skein needs Node ${oldestNode.join('.')} or newer, but this is ${process.versions.node}.\n` +
        `  Install Node 24, or run \`npm install ${packagedNode}\` in this folder, which brings one along.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const { spawn } = await import('node:child_process');
  const { constants } = await import('node:os');
  const child = spawn(program, process.argv.slice(1), {
    // The channel carries nothing: its end tells the child that this process is gone, however that happened.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [handedOver]: '1' },
  });
  const forward = (signal) => {
    // A terminal sends Ctrl-C to both processes; a second one would mean "stop at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  child.on('error', (error) => {
    process.stderr.write(`Could not start ${program}: ${error.message}\n`);
    process.exit(1);
  });
  child.on('close', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

/** A launcher that was killed could not pass that on; a server that outlived it would keep the store to itself. */
function dieWithLauncher() {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // Commands end by themselves, whether or not the launcher still listens.
  process.channel?.unref();
}

/** The Node that npm has put into a node_modules above this file. */
function findPackagedNode() {
  for (let place = folder; ; place = path.dirname(place)) {
    const program = path.join(place, 'node_modules', '.bin', 'node');
    if (existsSync(program)) return program;
    if (place === path.dirname(place)) return undefined;
  }
}

function isRecent(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}
