// The Restate nodes of deploy/restate.yml as one cluster on this machine, each a process that can be killed and started again.
import {
  checkReady,
  quietSettings,
  restateProgram,
  type RestateDoors,
} from '../servers/restate-server.ts';
import {
  freePort,
  serverFolder,
  untilReady,
  type RunningProcess,
  type ServerFolder,
} from '../servers/server-process.ts';
import { composedPorts, type ComposedNode } from './composed-installation.ts';

export interface Cluster {
  readonly nodes: readonly RestateDoors[];
  /** The same text with the addresses that the nodes have here. */
  reach(addresses: string): string;
  kill(node: number): Promise<void>;
  start(node: number): Promise<void>;
  stop(): Promise<void>;
}

interface ClusterNode extends RestateDoors {
  readonly folder: ServerFolder;
  readonly environment: NodeJS.ProcessEnv;
  running: RunningProcess | null;
}

/** Where a node is here. */
interface Place {
  readonly name: string;
  readonly ingress: number;
  readonly fabric: number;
}

export async function startCluster(composed: readonly ComposedNode[]): Promise<Cluster> {
  const places: Place[] = [];
  for (const { name } of composed) {
    places.push({ name, ingress: await freePort(), fabric: await freePort() });
  }
  const reach = (text: string) => reachable(text, places);
  const nodes = await Promise.all(
    places.map((place, i) => prepare(place, composed[i]?.settings ?? {}, reach)),
  );
  const start = async (index: number) => {
    const node = nodes[index] as ClusterNode;
    const given = ['--base-dir', `${node.folder.path}/data`, '--no-logo', '--listen-mode', 'tcp'];
    const running = node.folder.start(restateProgram(), given, node.environment);
    node.running = running;
    await untilReady(running, () => checkReady(node));
  };
  // The first one provisions the cluster, but is ready only when enough of the others are up.
  await Promise.all(nodes.map((_, index) => start(index)));
  const kill = async (index: number) => nodes[index]?.running?.stop('SIGKILL');
  return {
    nodes,
    reach,
    kill,
    start,
    async stop() {
      await Promise.all(nodes.map((_, index) => kill(index)));
      for (const { folder } of nodes) folder.remove();
    },
  };
}

function reachable(text: string, places: readonly Place[]): string {
  let here = text;
  for (const { name, ingress, fabric } of places) {
    here = here
      .replaceAll(`http://${name}:${composedPorts.ingress}`, `http://127.0.0.1:${ingress}`)
      .replaceAll(`http://${name}:${composedPorts.fabric}`, `http://127.0.0.1:${fabric}`);
  }
  return here;
}

async function prepare(
  { name, ingress, fabric }: Place,
  settings: ComposedNode['settings'],
  reach: (text: string) => string,
): Promise<ClusterNode> {
  const admin = await freePort();
  const here = Object.entries(settings).map(([setting, value]) => [setting, reach(value)]);
  return {
    folder: serverFolder(name),
    ingressUrl: `http://127.0.0.1:${ingress}`,
    adminUrl: `http://127.0.0.1:${admin}`,
    running: null,
    environment: {
      ...quietSettings,
      ...(Object.fromEntries(here) as Record<string, string>),
      // Fewer than an installation has: they all share the processors of one machine.
      RESTATE_DEFAULT_NUM_PARTITIONS: '4',
      RESTATE_BIND_IP: '127.0.0.1',
      RESTATE_BIND_PORT: String(fabric),
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
    },
  };
}
