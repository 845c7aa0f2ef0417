import { connect, createServer, type Socket } from 'node:net';

export interface Balancer {
  readonly port: number;
  /** New connections go to these ports from now on; existing ones stay. */
  use(ports: readonly number[]): void;
  /** Breaks all connections. */
  cut(): void;
  close(): void;
}

/** One address for several ports: each connection goes to the next one that answers. */
export async function startBalancer(first: readonly number[]): Promise<Balancer> {
  let ports = first;
  const sockets = new Set<Socket>();
  let next = 0;
  const forward = (client: Socket, tries: number): void => {
    const port = ports[next++ % ports.length] ?? 0;
    const worker = connect(port, '127.0.0.1');
    worker.once('connect', () => {
      client.pipe(worker).pipe(client);
      const end = () => {
        client.destroy();
        worker.destroy();
      };
      for (const socket of [client, worker]) socket.on('error', end).on('close', end);
    });
    worker.once('error', () => {
      if (tries < ports.length) forward(client, tries + 1);
      else client.destroy();
    });
  };
  const server = createServer((client) => {
    sockets.add(client);
    client.on('close', () => sockets.delete(client)).on('error', () => client.destroy());
    forward(client, 1);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    use(others) {
      ports = others;
    },
    cut,
    close() {
      cut();
      server.close();
    },
  };
}
