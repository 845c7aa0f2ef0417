// Rooms
// Which room may import which, as in ARCHITECTURE.md, and its check.
// R1. A room imports only the rooms of its row, and only by their name (`@skein/kernel`), so through their index.
// R2. A relative import stays inside its room.
// R3. The kernel imports nothing but its own files.
// R4. A package.json lists what its room imports, and no room that it may not import.
// R5. A room that also runs in a browser imports nothing of Node.
// R6. Inside a room, floors: see floors.ts.
import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { Floors } from './floors.ts';
import { importsOf } from './parse.ts';
import type { SourceFile } from './repository.ts';

export interface Room {
  readonly imports: readonly string[];
  /** `any`: also in a browser. */
  readonly platform: 'any' | 'node';
  readonly floors?: Floors;
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export const rooms: Readonly<Record<string, Room>> = {
  kernel: {
    imports: [],
    platform: 'any',
    floors: {
      explain: 'why a node ran, or did not',
      view: 'a run as people see it',
      snapshots: 'the state of a run as plain data, and back',
      run: '`transition`: what follows from an event; `rebuildState`',
      'run/events': 'what each event means for the run',
      'run/scheduling': 'what starts next, in a fixed order, until the run is settled',
      'run/activations': 'activations from creation to their end, their edges, the end of the run',
      'run/limits': 'what counts against a limit, and when it is reached',
      'run/waits': 'what an activation waits for or holds: answers, timers, slots, mutexes, data',
      'run/batch': 'one transition in flight: its effects and what was derived',
      joins: 'which held tokens run a join, and what may still arrive',
      scope: 'what the templates and conditions of an activation can read',
      state: 'what the kernel knows about one run',
      tags: 'rounds of loops, and which of them agree',
      graph: 'compiling a definition: nodes, edges, loops, checks',
      'derived.ts': 'what the kernel derives from an event',
      conditions: 'conditions as data',
      references: 'references and templates',
      values: 'comparing, measuring and splitting JSON values',
      'effects.ts': 'what the kernel asks of its host',
      'events.ts': 'what the host reports',
      'definition.ts': 'what a workflow file contains',
      'failure.ts': 'why something failed',
      'ids.ts': 'ids of runs, workflows, versions, waits, outputs and nodes, told apart by type',
      'json-keys.ts': 'reading keys of untrusted objects',
      'json.ts': 'JSON values',
    },
  },
  ports: {
    imports: ['kernel'],
    platform: 'node',
    floors: {
      'store.ts': 'a store opened by its address, for an engine and for a server',
      'store-check.ts': 'the findings of a database check',
      'server-records': 'the records of a server in a store',
      observing: 'observers of what happens: telemetry',
      nodes: 'what a node type is, and what it may do',
      replays: 'recorded runs, to compare and repeat',
      'engine-store':
        'what an engine needs from a store; a custom store implements this and no more',
      tools: 'tools that agents call',
      models: 'language models',
      surroundings: 'time, ids, secrets and schema checks, which the composition provides',
      problems: 'every error with its code',
      'page.ts': 'lists in pages',
      'awaitable.ts': 'a value now or later',
    },
  },
  dialects: {
    imports: ['kernel'],
    platform: 'any',
    floors: {
      definitions: 'a definition of any dialect: which one it is, compiled, exported',
      'agent-graph': 'a dialect: shape, read, check, compile, export, view',
      canvas: 'a dialect',
      dataflow: 'a dialect',
      pipeline: 'a dialect',
      'session-graph': 'a dialect',
      native: 'the native format: its node types, its check, differences, drawings',
      dialect: 'what every dialect has: name, version, source, drawing, palette',
      shape: 'shapes as data: checks, messages, JSON schema',
      schemas: 'JSON schemas of users, evaluated without generated code',
      json: 'hand-written JSON: parsing, depth, canonical text',
      diagnostics: 'the catalogue of diagnostics, and text made safe to show',
    },
  },
  agents: {
    imports: ['kernel', 'ports', 'dialects'],
    platform: 'node',
    floors: {
      cassettes: 'recorded answers: recording, reading and playing them',
      dialects: 'what the node types of the dialects do',
      nodes: 'what the native node types do',
      functions: 'functions that a host registers',
      loop: 'model calls and tool calls, each a recorded step',
      tools: 'where tools come from: the host, MCP servers, HTTP, OpenAPI',
      models: 'language models: providers, and scripts for tests',
      http: 'guarded outbound requests',
      secrets: 'secrets, and the hosts they may be sent to',
      answers: 'what people may answer',
      configs: 'reading the config of a node',
      files: 'files of a host',
      'lazy-schema.ts': 'zod, loaded lazily',
      'sleep.ts': 'a sleep that can be cancelled',
      'json-depth.ts': 'the nesting depth of a value',
      'failure-error.ts': 'failures as errors, and all their codes',
    },
  },
  stores: {
    imports: ['kernel', 'ports'],
    platform: 'node',
    floors: {
      'open-store.ts': 'picks the store by its address and loads its driver',
      sqlite: 'one file, one process',
      postgres: 'several servers on one database',
      mysql: 'the same on MySQL and MariaDB',
      neo4j: 'the same as a graph, in Cypher',
      memory: 'in memory, lost with the process',
      relational: 'one code base for all relational databases: scripts of SQL, migrations',
      groups: 'appends that arrive together are committed together',
      records: 'the small tables of a server, written once for all stores',
      values: 'what goes into columns: keys, large values, the tables of dialects',
    },
  },
  engine: {
    imports: ['kernel', 'ports', 'dialects'],
    platform: 'node',
    floors: {
      'engine.ts': 'the engine that drives its runs itself: offers the features as one',
      hosts: 'runs that another system drives, message by message',
      'runtime.ts': 'connects all parts of one engine',
      'engine-options.ts': 'the options of an engine',
      'features/runs': 'starts, reads, awaits, cancels; the API of runs',
      'features/workflows': 'saves, describes, converts, migrates',
      'features/replays': 're-executes a run, reusing what was recorded',
      'features/bundles': 'exports and imports trees of runs',
      'features/forks': 'a new run from the journal of another',
      'features/events': 'sends named events',
      'features/waits': 'finds and answers waits',
      'features/outputs': 'outputs by id',
      'cluster/ownership': 'claims, leases, revives and releases runs',
      'cluster/commands': 'sends commands to runs that other processes drive',
      cluster: 'which process drives a run, and how it is found',
      'core/driver': 'one run: its inbox, its appends, what follows from them',
      'core/execution': 'one call of a node function',
      'core/budgets': 'what a tree of runs may spend',
      'core/run': 'a driven run as the rest of the engine sees it',
      'engine-ports.ts': 'the interfaces that an engine was given',
      adapters: 'clock, ids and a guard around observers',
      'state/records': 'lists of runs in the store',
      'state/definitions': 'definitions by id and version, compiled',
      'state/projections': 'rows that dialects keep in tables of their own',
      'state/snapshots': 'states in the store, with handles into the journal',
      'state/journal': 'ids and invariants of rows',
      'state/values': 'what may enter a journal',
    },
  },
  restate: {
    imports: ['kernel', 'ports', 'engine'],
    platform: 'node',
    floors: {
      worker: 'a process that Restate calls: starts, serves, drains',
      engine: 'an engine whose runs are on Restate',
      nodes: 'the service that calls nodes',
      flow: 'the virtual object of a run',
      messages: 'names, routes and limits of what is sent',
      clients: 'clients of Restate’s ingress and admin API',
    },
  },
  simulation: {
    imports: ['kernel', 'ports', 'engine'],
    platform: 'node',
    floors: {
      'simulate.ts': 'runs one seed to its end and reports it',
      'operations.ts': 'what can happen to a simulated world',
      invariants: 'what must hold after every operation',
      'simulation.ts': 'the world: one store, one clock, one process after another',
      world: 'clock, ids, randomness, people, calls and a store, all seeded',
    },
  },
  api: {
    imports: ['kernel', 'dialects'],
    platform: 'any',
    floors: {
      client: 'the typed client: calls, errors, the live stream',
      openapi: 'the OpenAPI document and its examples',
      requests: 'checks of what arrives over the network',
      routes: 'the route table: every request, and whose records it is about',
      schemas: 'the JSON of request and response bodies',
      'compare-runs.ts': 'how two runs differ',
      'empty-definition.ts': 'the first definition of a workflow in each dialect',
    },
  },
  server: {
    imports: ['engine', 'ports', 'api'],
    platform: 'node',
    floors: {
      'create-server.ts': 'composes',
      http: 'the path of a request: origin, rate, identity, owner, body, reply; pages and files',
      handlers: 'one handler for each route, a file for each file of routes',
      'features/pipelines': 'pipelines as a library, with their original API',
      'features/mcp': 'workflows as MCP tools',
      'features/workflows': 'saving workflows, with their steps and triggers',
      'features/triggers': 'schedules, webhooks and events that start runs',
      'features/summaries': 'summaries of pipeline steps, made in the background',
      'features/waits': 'the waits that a caller sees and answers',
      'features/runs': 'the runs and outputs of a caller, live streams, single nodes',
      'features/secrets': 'sealed secrets',
      records: 'the server’s own records in the store; the audit log',
      identity: 'who the caller is: keys, sessions, tokens, scopes',
      host: 'what the program that composes the server offers',
      values: 'small values without dependencies on the rest',
    },
  },
  skein: {
    imports: [
      'kernel',
      'ports',
      'dialects',
      'agents',
      'stores',
      'engine',
      'restate',
      'simulation',
      'api',
      'server',
    ],
    platform: 'node',
    floors: {
      'cli/main.ts': 'the entry point of the command line',
      'cli/commands': 'what users may type: one definition per command, and the table of them',
      'cli/help': 'help, made from the definitions',
      'cli/project': 'first steps: init, templates, start',
      'cli/testing': 'test and sim: workflows in virtual time, with crashes',
      'cli/serve': 'serve and worker: long-running processes',
      'cli/admin': 'doctor, migrate, models, secrets, keys',
      'cli/tools': 'tools and mcp',
      'cli/workflows': 'validate, show, diff, convert',
      'cli/runs': 'commands about stored runs',
      'cli/run': 'run: drives a run to its end and prints it',
      'cli/ask': 'asks people at the terminal',
      'cli/progress': 'shows a run while it executes',
      'cli/inputs': 'reads the inputs of a command: files, values, configuration, addresses',
      'cli/arguments': 'describes commands and parses their arguments',
      'cli/output': 'writes to the terminal and to files',
      'cli/errors': 'errors and exit codes of the command line',
      pipelines: 'createPipelines',
      server: 'composes a server',
      cassettes: 'makes a cassette of a run',
      'compose.ts': 'createEngine: picks the implementations',
      parts: 'the parts of an engine: models, tools, node types, store',
      remote: 'an engine on another machine, through its API',
      config: 'what a host may set: options, skein.config.json, modules',
      telemetry: 'spans and metrics of runs',
      'package-version.ts': 'the version that ships',
      'package-file.ts': 'files that ship with the package',
      'without-undefined.ts': 'options without the keys that are undefined',
    },
  },
  web: {
    imports: ['kernel', 'dialects', 'api'],
    platform: 'any',
    floors: {
      'main.tsx': 'starts the studio',
      app: 'the frame around every page: routes, navigation, command bar, banners',
      pages: 'one folder for each page; pages do not import each other',
      answers: 'questions to people and the forms that answer them',
      versions: 'the saved versions of a workflow',
      canvas: 'a workflow as cards and lines',
      form: 'forms made from JSON schemas',
      viewers: 'values, texts, triggers, diagnostics and errors, shown but not edited',
      data: 'data from the server: requests, queries and the live stream of a run',
      design: 'controls, dialogs, messages, page layout and status: knows no workflows',
      graph: 'definitions, runs and layout as plain functions, without React',
      text: 'times, ids and effects as text',
    },
  },
  testkit: {
    imports: [
      'kernel',
      'ports',
      'dialects',
      'agents',
      'stores',
      'engine',
      'restate',
      'simulation',
      'api',
      'server',
    ],
    platform: 'node',
    floors: {
      commands: 'what `npm run crash`, `npm run faults` and the like start',
      hosts: 'what every host of the engine promises, with workers that crash or freeze',
      fleet: 'several engines on one store, simulated',
      faults: 'stores that fail at their n-th call',
      outages: 'load while a database is unavailable',
      soak: 'hours of runs on one file, with random kills',
      crash: 'one workflow with everything in it, killed or cancelled at every point',
      cluster: 'an installation with several workers',
      load: 'long, wide and heavy runs, and what they cost',
      hostile: 'texts made to break stores',
      disk: 'power cuts, full disks, file descriptors',
      engine: 'workflows and harnesses for tests of the engine',
      stores: 'what every store promises',
      oracle: 'the joins by brute force, compared with the kernel',
      dataflow: 'which nodes of a dataflow graph are ready',
      providers: 'a fake provider of models',
      ledger: 'counts the external effects that really happened',
      servers: 'databases, Restate and browsers to test against',
      proxy: 'a TCP proxy that injects network faults',
      'process-cpu-ms.ts': 'CPU time of a process and its children',
      'cpu-ms.ts': 'CPU time of this thread',
    },
  },
};

/** The violations of R1, R2, R3 and R5 in a file of a room's `src` folder. */
export function checkSource(file: SourceFile): readonly string[] {
  return check(file, (name, specifier) => {
    if (name === 'kernel') return 'the kernel imports only its own files';
    const room = rooms[name];
    if (room === undefined) return `tools/rooms.ts has no room "${name}"`;
    const target = roomOf(specifier);
    if (target === undefined) {
      const isForeign = room.platform === 'any' && isBuiltin(specifier);
      return isForeign ? `${name} also runs in a browser` : undefined;
    }
    if (target === name) return 'a room imports its own files by relative path';
    const allowed = room.imports.join(', ') || 'no room';
    return room.imports.includes(target) ? undefined : `${name} may import: ${allowed}`;
  });
}

/** The violations in a file of a room's `test` folder: it may use every room, but by its name. */
export function checkTest(file: SourceFile): readonly string[] {
  return check(file, () => undefined);
}

/** The violations of R4. `imported` is what all files of the room's `src` folder import. */
export function checkManifest(
  name: string,
  manifest: Manifest,
  imported: readonly string[],
): readonly string[] {
  const listed = manifest.dependencies ?? {};
  const problems: string[] = [];
  for (const [dependency, version] of Object.entries(listed)) {
    const target = roomOf(dependency);
    if (name === 'kernel') problems.push(`lists ${dependency}: the kernel has no dependency`);
    else if (target !== undefined && !rooms[name]?.imports.includes(target))
      problems.push(`lists ${dependency}, which ${name} may not import`);
    if (!/^\d+\.\d+\.\d+/.test(version)) problems.push(`lists ${dependency} without exact version`);
    if (target !== undefined && version !== manifest.version)
      problems.push(`lists ${dependency} ${version}, but all rooms are ${manifest.version}`);
  }
  const needed = imported.filter((specifier) => !isRelative(specifier) && !isBuiltin(specifier));
  for (const dependency of new Set(needed.map(packageOf))) {
    if (listed[dependency] === undefined) problems.push(`does not list ${dependency}`);
  }
  return problems.map((problem) => `packages/${name}/package.json ${problem}`);
}

function check(
  file: SourceFile,
  judge: (room: string, specifier: string) => string | undefined,
): readonly string[] {
  const name = file.path.split('/')[1] ?? '';
  const judgeAny = (specifier: string) => {
    if (isRelative(specifier)) return leavesRoom(file, name, specifier);
    if (path.posix.isAbsolute(specifier)) return 'no absolute paths';
    const target = roomOf(specifier);
    if (target !== undefined && specifier !== packageOf(specifier))
      return `another room is imported by its name, ${packageOf(specifier)}`;
    return judge(name, specifier);
  };
  return importsOf(file).flatMap((specifier) => {
    const problem = judgeAny(specifier);
    return problem === undefined ? [] : [`${file.path} imports "${specifier}": ${problem}`];
  });
}

function leavesRoom(file: SourceFile, name: string, specifier: string): string | undefined {
  const target = path.posix.join(path.posix.dirname(file.path), specifier);
  return target.startsWith(`packages/${name}/`)
    ? undefined
    : 'a relative import stays inside its room';
}

function isRelative(specifier: string): boolean {
  return /^\.\.?(?:\/|$)/.test(specifier);
}

/** The room that a specifier names, whether or not it exists. */
function roomOf(specifier: string): string | undefined {
  if (specifier === 'skein' || specifier.startsWith('skein/')) return 'skein';
  return /^@skein\/([^/]+)/.exec(specifier)?.[1];
}

function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
