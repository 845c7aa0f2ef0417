// The compose file of an installation on Restate. There is no Docker in tests: what it says is given to the programs that would read it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { composedInstallation, composedPorts, restateProgram } from '@skein/testkit';
import { expect, it } from 'vitest';
import { findCommand } from '../src/cli/arguments/find-command.ts';
import { commandTable } from '../src/cli/commands/command-table.ts';
import { parseArguments } from '../src/cli/arguments/parse-arguments.ts';

const file = path.join(import.meta.dirname, '../../../deploy/restate.yml');
const text = readFileSync(file, 'utf8');

const { services, nodes, servers, workers } = composedInstallation();

it('[RS32] has three Restate nodes that are one cluster, PostgreSQL, two servers and two workers', () => {
  expect(services.join(' ')).toBe(
    'postgres restate-1 restate-2 restate-3 server-1 server-2 worker-1 worker-2',
  );
  const { fabric, ingress } = composedPorts;
  const addresses = nodes.map(({ name }) => `http://${name}:${fabric}`);
  for (const [i, { name, settings }] of nodes.entries()) {
    expect(settings).toMatchObject({
      RESTATE_NODE_NAME: name,
      RESTATE_ADVERTISED_ADDRESS: addresses[i],
      RESTATE_METADATA_CLIENT__ADDRESSES: JSON.stringify(addresses),
      RESTATE_DEFAULT_REPLICATION: '2',
      RESTATE_AUTO_PROVISION: String(i === 0),
      RESTATE_CLUSTER_NAME: 'skein',
    });
  }
  const ingresses = nodes.map(({ name }) => `http://${name}:${ingress}`);
  const asked = [...servers, ...workers].map(({ restate }) => restate.split(','));
  expect(asked).toHaveLength(4);
  // Two each, so that one may die.
  for (const each of asked) {
    expect(new Set(each).size).toBe(2);
    expect(ingresses).toEqual(expect.arrayContaining(each));
  }
});

it('[RS32] publishes the servers alone', () => {
  const ports = [...text.matchAll(/^ {2}([\w-]+):\n(?: {4}.*\n)*? {4}ports:/gm)];
  expect(ports.map(([, name]) => name)).toEqual(['server-1', 'server-2']);
  expect(text).toMatch(/^ {2}private:\n {4}internal: true$/m);
});

it('[RS32] its settings are all known to Restate', () => {
  for (const { settings } of nodes) {
    expect(Object.keys(settings).length).toBeGreaterThan(6);
    const dumped = execFileSync(restateProgram(), ['--dump-config'], {
      env: { DO_NOT_TRACK: '1', ...settings },
      encoding: 'utf8',
    });
    for (const [name, value] of Object.entries(settings)) {
      const key = (name.split('__').at(-1) ?? '').replace('RESTATE_', '').toLowerCase();
      const line = new RegExp(`^${key.replaceAll('_', '-')} = (\\[[^\\]]*\\]|.*)$`, 'm');
      const [, found] = line.exec(dumped) ?? [];
      const words = value.match(/[\w:/.-]+/g) ?? [];
      expect(
        words.filter((word) => found?.includes(word) !== true),
        `${name} is ${found}`,
      ).toEqual([]);
    }
  }
});

it('[RS32] its commands are understood', () => {
  const commands = [...text.matchAll(/^ {4}command: (.*)$/gm)].map(([, words = '']) => words);
  expect(commands).toHaveLength(4);
  for (const words of commands) {
    const { command, rest } = findCommand(commandTable, words.split(' '));
    expect(() => parseArguments(command, rest)).not.toThrow();
  }
});
