// Bootstrap
// Runs a file of this repository with everything that it needs: `node scripts/bootstrap.mjs FILE [ARGUMENT…]`.
// Works on a fresh clone under Node 20 and without any package, so it is plain JavaScript.
// B1. node_modules is installed when it is missing, incomplete or not what package-lock.json says.
// B2. The file runs on a Node of at least `oldestNode`: the packaged one, else the installed one.
// B3. Arguments, signals and the exit code pass through; its own messages go to stderr.
// B4. It dies together with the file that it runs and with the npm that started it, whichever of them is killed.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.skein-stamp');
const lockFolder = path.join(root, '.skein-install.lock');
const oldestNode = [22, 23];
const dieWithUs = pathToFileURL(path.join(root, 'scripts/die-with-bootstrap.mjs')).href;
const npmPollMs = 500;
const lockWaitMs = 15 * 60_000;
const lockPollMs = 300;
const lockUnsignedMs = 10_000;

await main(process.argv.slice(2));

async function main(command) {
  if (command.length === 0)
    fail('Name the file to run: node scripts/bootstrap.mjs FILE [ARGUMENT…]');
  if (!isInstalled()) await withLock(async () => isInstalled() || install());
  const node = chooseNode();
  dieWithNpm();
  process.exitCode = await run(node, ['--import', dieWithUs, ...command], {
    environment: withOwnModules(path.dirname(node)),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

/** Whether node_modules contains exactly what package-lock.json requires on this platform. */
function isInstalled() {
  try {
    if (!existsSync(path.join(modules, '.package-lock.json'))) return false;
    const wanted = readJson('package-lock.json').packages;
    const folders = Object.keys(wanted).filter((key) => key.includes('node_modules/'));
    const stamp = computeStamp(Object.keys(wanted));
    const isStamped = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
    const have = readJson('node_modules/.package-lock.json').packages;
    const isComplete = folders.every((key) => {
      if (have[key] === undefined) return isForeign(wanted[key]);
      return have[key].version === wanted[key].version && existsSync(path.join(root, key));
    });
    if (!isComplete || isStamped) return isComplete;
    // Installed by hand with `npm install`: as good as our own, unless a package.json is newer than the lockfile.
    if (!manifestsMatch(wanted)) return false;
    writeFileSync(stampFile, stamp);
    return true;
  } catch {
    return false;
  }
}

/** Whether npm rightly omits this package here: it is optional and made for another platform. */
function isForeign({ optional, devOptional, os, cpu, libc }) {
  const fits = os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined;
  return (optional === true || devOptional === true) && !fits;
}

/** A hash of everything that an installation depends on. */
function computeStamp(keys) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\n`);
  const manifests = keys.filter((key) => !key.includes('node_modules/'));
  for (const file of ['package-lock.json', ...manifests.map(manifestOf)]) {
    const full = path.join(root, file);
    hash.update(`${file}\n`).update(existsSync(full) ? readFileSync(full) : 'missing');
  }
  return hash.digest('hex');
}

/** Whether the workspaces and their dependencies are those that package-lock.json was generated from. */
function manifestsMatch(wanted) {
  const packages = path.join(root, 'packages');
  const present = existsSync(packages)
    ? readdirSync(packages).filter((room) => existsSync(path.join(packages, room, 'package.json')))
    : [];
  const keys = ['', ...present.map((room) => `packages/${room}`)];
  const lists = ['dependencies', 'devDependencies', 'optionalDependencies', 'bin'];
  return keys.every((key) => {
    const manifest = readJson(manifestOf(key));
    return lists.every((list) => sameEntries(manifest[list], wanted[key]?.[list]));
  });
}

function manifestOf(key) {
  return key === '' ? 'package.json' : `${key}/package.json`;
}

function sameEntries(left = {}, right = {}) {
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length && names.every((name) => left[name] === right[name])
  );
}

async function install() {
  say('Installing what is missing (npm ci). The first time takes about a minute …');
  // --include: NODE_ENV=production or an omit setting of the user must not exclude the tools.
  // --no-engine-strict: Node 20 only installs; everything runs on the packaged Node (B2).
  const npmArguments = 'ci --ignore-scripts --no-audit --no-fund --include=dev --include=optional';
  const quiet = ['--no-engine-strict', '--loglevel=error'];
  const [program, ...prefix] = npmCommand();
  const code = await run(program, [...prefix, ...npmArguments.split(' '), ...quiet], {
    environment: withoutOwnModules(process.env),
    stdio: ['ignore', 2, 2],
    isShell: process.platform === 'win32' && prefix.length === 0,
  });
  if (code !== 0) failInstall(code);
  writeFileSync(stampFile, computeStamp(Object.keys(readJson('package-lock.json').packages)));
}

function failInstall(code) {
  fail(
    [
      `npm ci failed with exit code ${code}; its own message is above. The usual reasons:`,
      '  - npm cannot reach its registry: check the network and `npm ping`;',
      '  - a package.json was changed without the lockfile: run `npm install --ignore-scripts && npm run lock`;',
      '  - the disk is full, or node_modules is in use: delete node_modules and try again.',
    ].join('\n'),
  );
}

/** The npm that started us, on the Node that it runs on; else the one in the PATH. */
function npmCommand() {
  const script = process.env['npm_execpath'];
  const node = process.env['npm_node_execpath'];
  const isNpm = script !== undefined && path.basename(script).startsWith('npm-cli');
  return isNpm && node !== undefined && existsSync(node) ? [node, script] : ['npm'];
}

/** Without the Node inside node_modules, which npm ci is about to delete. */
function withoutOwnModules(environment) {
  const [key, value] = pathEntry(environment);
  const kept = value.split(path.delimiter).filter((entry) => !entry.startsWith(modules));
  return { ...environment, [key]: kept.join(path.delimiter) };
}

/** The packaged Node of this platform if it runs here, else the one that runs this script. */
function chooseNode() {
  const names = Object.keys(readJson('package.json').optionalDependencies ?? {});
  for (const name of names.filter((candidate) => candidate.startsWith('node-'))) {
    const program = packagedNode(name);
    if (program === undefined) continue;
    if (runsHere(program)) return program;
    // For example glibc's Node on Alpine: npx must not find it either.
    for (const link of ['node', 'node.cmd', 'node.ps1'])
      rmSync(path.join(modules, '.bin', link), { force: true });
  }
  if (isRecent(process.version)) return process.execPath;
  return fail(
    `Skein needs Node ${oldestNode.join('.')} or newer. This is ${process.version}, and no packaged Node ` +
      `runs on ${process.platform}-${process.arch}: install Node 24 and try again.`,
  );
}

function packagedNode(name) {
  const manifest = `node_modules/${name}/package.json`;
  if (!existsSync(path.join(root, manifest))) return undefined;
  const bin = readJson(manifest).bin?.node;
  return bin === undefined ? undefined : path.join(modules, name, bin);
}

function runsHere(program) {
  try {
    return isRecent(execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    return false;
  }
}

function isRecent(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

/** The chosen Node and the tools first, for whatever the file starts itself. */
function withOwnModules(nodeFolder) {
  const [key, value] = pathEntry(process.env);
  const first = [nodeFolder, path.join(modules, '.bin')];
  const others = value.split(path.delimiter).filter((entry) => !first.includes(entry));
  return { ...process.env, [key]: [...first, ...others].join(path.delimiter) };
}

/** Windows spells the variable `Path`. */
function pathEntry(environment) {
  const key = Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return [key, environment[key] ?? ''];
}

/** A killed npm passes nothing on, and the shell that it starts us through waits for us: both have to be watched. */
function dieWithNpm() {
  const parent = process.ppid;
  const shell = aboutProcess(parent);
  const npm = shell?.name.startsWith('npm') ? parent : shell?.parent;
  if (npm === undefined || !aboutProcess(npm)?.name.startsWith('npm')) return;
  const timer = setInterval(() => {
    const isWithNpm =
      process.ppid === parent && (npm === parent || aboutProcess(parent)?.parent === npm);
    if (!isWithNpm) process.kill(process.pid, 'SIGKILL');
  }, npmPollMs);
  timer.unref();
}

/** Undefined where there is no such process, or no such folder: elsewhere than on Linux. */
function aboutProcess(pid) {
  try {
    const [, name, rest] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return { name, parent: Number(rest.split(' ')[1]) };
  } catch {
    return undefined;
  }
}

function run(program, programArguments, options) {
  const { environment: env, stdio = 'inherit', isShell = false } = options;
  return new Promise((resolve) => {
    const child = spawn(program, programArguments, { cwd: root, env, stdio, shell: isShell });
    const forward = (signal) => {
      // A terminal sends Ctrl-C to the child as well; a second one would mean "stop at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const settle = (code) => {
      for (const signal of signals) process.off(signal, forward);
      resolve(code);
    };
    child.on('error', (error) => {
      say(`Could not start ${program}: ${error.message}`);
      settle(127);
    });
    child.on('close', (code, signal) => settle(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/** Lets one process at a time change node_modules. */
async function withLock(action) {
  const deadline = Date.now() + lockWaitMs;
  let isAnnounced = false;
  while (!takeLock()) {
    if (Date.now() > deadline)
      fail(`Waited too long for another installation; delete ${lockFolder}.`);
    if (!isAnnounced) say('Another process is installing; waiting for it …');
    isAnnounced = true;
    await new Promise((resolve) => setTimeout(resolve, lockPollMs));
  }
  const release = () => rmSync(lockFolder, { recursive: true, force: true });
  process.on('exit', release);
  await action();
  process.off('exit', release);
  release();
}

function takeLock() {
  try {
    mkdirSync(lockFolder);
    writeFileSync(path.join(lockFolder, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned()) rmSync(lockFolder, { recursive: true, force: true });
    return false;
  }
}

function isAbandoned() {
  try {
    const pidFile = path.join(lockFolder, 'pid');
    if (!existsSync(pidFile)) return Date.now() - statSync(lockFolder).mtimeMs > lockUnsignedMs;
    process.kill(Number(readFileSync(pidFile, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text) {
  say(text);
  process.exit(1);
}
