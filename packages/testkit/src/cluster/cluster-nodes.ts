// Three Restate servers that form one cluster on this machine, each a process that can be killed and started again.
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

export interface Cluster {
  readonly nodes: readonly RestateDoors[];
  /** All ingresses, as an engine takes them. */
  readonly ingressUrls: string;
  kill(node: number): Promise<void>;
  start(node: number): Promise<void>;
  stop(): Promise<void>;
}

interface ClusterNode extends RestateDoors {
  readonly folder: ServerFolder;
  readonly environment: NodeJS.ProcessEnv;
  running: RunningProcess | null;
}

const nodesCount = 3;

export async function startCluster(): Promise<Cluster> {
  const fabrics: number[] = [];
  for (let i = 0; i < nodesCount; i++) fabrics.push(await freePort());
  const nodes: ClusterNode[] = [];
  for (const [index, fabric] of fabrics.entries())
    nodes.push(await prepare(index, fabric, fabrics));
  const start = async (index: number) => {
    const node = nodes[index] as ClusterNode;
    const given = ['--base-dir', `${node.folder.path}/data`, '--no-logo', '--listen-mode', 'tcp'];
    const running = node.folder.start(restateProgram(), given, node.environment);
    node.running = running;
    await untilReady(running, () => checkReady(node));
  };
  // The first one provisions the cluster, but is ready only when enough of the others are there.
  await Promise.all(nodes.map((_, index) => start(index)));
  const kill = async (index: number) => nodes[index]?.running?.stop('SIGKILL');
  return {
    nodes,
    ingressUrls: nodes.map(({ ingressUrl }) => ingressUrl).join(','),
    kill,
    start,
    async stop() {
      await Promise.all(nodes.map((_, index) => kill(index)));
      for (const { folder } of nodes) folder.remove();
    },
  };
}

async function prepare(
  index: number,
  fabric: number,
  fabrics: readonly number[],
): Promise<ClusterNode> {
  const [ingress, admin] = [await freePort(), await freePort()];
  const addresses = fabrics.map((port) => `http://127.0.0.1:${port}`);
  return {
    folder: serverFolder(`restate-${index + 1}`),
    ingressUrl: `http://127.0.0.1:${ingress}`,
    adminUrl: `http://127.0.0.1:${admin}`,
    running: null,
    environment: {
      ...quietSettings,
      RESTATE_CLUSTER_NAME: 'skein-test',
      RESTATE_NODE_NAME: `node-${index + 1}`,
      RESTATE_AUTO_PROVISION: String(index === 0),
      RESTATE_DEFAULT_REPLICATION: '2',
      RESTATE_DEFAULT_NUM_PARTITIONS: '4',
      RESTATE_METADATA_CLIENT__ADDRESSES: JSON.stringify(addresses),
      RESTATE_BIND_IP: '127.0.0.1',
      RESTATE_BIND_PORT: String(fabric),
      RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${fabric}`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
    },
  };
}
