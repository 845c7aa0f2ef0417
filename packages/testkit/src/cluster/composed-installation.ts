// The installation of deploy/restate.yml
// The cluster test runs what that file describes, so that what was tested is what people start. Only the subset of YAML that we write is
// read: services with their settings and commands, and the settings that all Restate nodes share.
import { readFileSync } from 'node:fs';

export interface ComposedNode {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
}

export interface ComposedProcess {
  readonly name: string;
  /** As its command names them: the ingresses that it calls, separated by commas. */
  readonly restate: string;
}

export interface ComposedInstallation {
  /** The names of all services. */
  readonly services: readonly string[];
  readonly nodes: readonly ComposedNode[];
  readonly servers: readonly ComposedProcess[];
  readonly workers: readonly ComposedProcess[];
}

/** Restate's addresses in the file: its ingress, and the port by which its nodes reach each other. */
export const composedPorts = { ingress: 8080, fabric: 5122 } as const;

const file = new URL('../../../../deploy/restate.yml', import.meta.url);

export function composedInstallation(text = readFileSync(file, 'utf8')): ComposedInstallation {
  const begin = text.indexOf('\nservices:\n');
  const services = blocksOf(text.slice(begin, text.indexOf('\nnetworks:\n')), '  ');
  const shared = settingsOf(blocksOf(text.slice(0, begin), '').get('x-restate-settings') ?? '');
  const named = (prefix: string) => [...services].filter(([name]) => name.startsWith(prefix));
  const processes = (prefix: string) =>
    named(prefix).map(([name, lines]) => ({
      name,
      restate: /^ *command: .*--restate (\S+)/m.exec(lines)?.[1] ?? '',
    }));
  return {
    services: [...services.keys()],
    nodes: named('restate-').map(([name, lines]) => ({
      name,
      settings: { ...shared, ...settingsOf(lines) },
    })),
    servers: processes('server-'),
    workers: processes('worker-'),
  };
}

/** By name, the lines below each key with this indentation. */
function blocksOf(text: string, indent: string): ReadonlyMap<string, string> {
  const block = new RegExp(`^${indent}([\\w-]+):.*\\n((?:${indent}  .*\\n)+)`, 'gm');
  return new Map([...text.matchAll(block)].map(([, name = '', lines = '']) => [name, lines]));
}

function settingsOf(lines: string): Readonly<Record<string, string>> {
  const settings = [...lines.matchAll(/^ +(RESTATE_\w+): ('?)(.*)\2$/gm)];
  return Object.fromEntries(settings.map(([, name = '', , value = '']) => [name, value]));
}
