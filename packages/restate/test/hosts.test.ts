// The same scenarios on every host: in one process, on a real Restate server, and there with every handler replayed.
import { fullContract, hostContract, hosts, type HostName } from '@skein/testkit';

for (const host of Object.keys(hosts) as HostName[]) {
  hostContract(host);
  fullContract(host);
}
