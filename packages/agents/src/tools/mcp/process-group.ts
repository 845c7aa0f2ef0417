// Process groups
// A server runs in a group of its own, so that what it starts goes with it.
//
// G1. However this process ends, even by a kill, the groups end: a small shell waits for that and then terminates them.
// G2. A group is terminated before it is forgotten.
import { spawn, type ChildProcess } from 'node:child_process';
import process from 'node:process';

/** Reads which groups there are; the end of its input is the end of this process. */
const watch = `
groups=
while read -r what id; do
  rest=
  for group in $groups; do [ "$group" = "$id" ] || rest="$rest $group"; done
  groups=$rest
  [ "$what" = add ] && groups="$groups $id"
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
`;

const hasGroups = process.platform !== 'win32';
let watcher: ChildProcess | null = null;

export interface ProcessCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
}

/** Starts a process as the first of its own group. */
export function spawnGroup({ command, args, env, cwd }: ProcessCommand): ChildProcess {
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...env },
    detached: hasGroups,
    windowsHide: true,
    ...(cwd !== undefined && { cwd }),
  });
  if (child.pid !== undefined) tellWatcher('add', child.pid);
  return child;
}

export function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  try {
    if (hasGroups) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It is gone already.
  }
}

/** Ends what is left of a group whose first process has ended. */
export function endGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGKILL');
  if (child.pid !== undefined) tellWatcher('drop', child.pid);
}

function tellWatcher(what: 'add' | 'drop', id: number): void {
  if (!hasGroups) return;
  watcher ??= startWatcher();
  watcher.stdin?.write(`${what} ${id}\n`);
}

function startWatcher(): ChildProcess {
  const child = spawn('/bin/sh', ['-c', watch], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    // A Ctrl-C in the terminal must not end it before us.
    detached: true,
  });
  const forget = () => {
    if (watcher === child) watcher = null;
  };
  child.on('error', forget);
  child.on('exit', forget);
  child.stdin.on('error', forget);
  child.unref();
  // A socket in truth, which the types do not say.
  (child.stdin as unknown as { unref(): void }).unref();
  return child;
}
