export { cpuMs } from './cpu-ms.ts';
export { processCpuMs } from './process-cpu-ms.ts';
export { drawFlow } from './dataflow/draw-flow.ts';
export { pullFlow } from './dataflow/pull-flow.ts';
export type { Pulled, PulledEdge, PulledFlow } from './dataflow/pull-flow.ts';
export { cancelPoints } from './crash/cancel-points.ts';
export { startBalancer } from './cluster/balancer.ts';
export {
  branches,
  branchesCount,
  chainOf,
  chainOptions,
  chainWork,
  stepsCount,
} from './cluster/chain-work.ts';
export { workerProcess } from './cluster/worker-process.ts';
export { crashContract } from './crash/crash-contract.ts';
export { CrashLane } from './crash/crash-lane.ts';
export { crashDatabase, crashFiles } from './crash/crash-stores.ts';
export { shareOnPostgres } from './crash/share-on-postgres.ts';
export { FleetError, simulateFleet } from './fleet/simulate-fleet.ts';
export { dyingStore } from './faults/broken-store.ts';
export { faultCampaign } from './faults/fault-campaign.ts';
export { faultyMemory, faultyPostgres } from './faults/fault-stores.ts';
export { heavyValue, largeGraph, longConversation, longLoop, wideMap } from './load/load-cases.ts';
export { deafReaders } from './load/deaf-readers.ts';
export { floodByOne, runsOverHttp } from './load/http-load.ts';
export { RawClient } from './load/raw-client.ts';
export type { RawAnswer } from './load/raw-client.ts';
export { serveProcess } from './load/served-process.ts';
export type { ServedProcess } from './load/served-process.ts';
export { outageLoad } from './outages/outage-load.ts';
export { cutPower, readTrace, tracedCalls } from './disk/disk-log.ts';
export { tcpProxy } from './proxy/tcp-proxy.ts';
export type { TcpProxy } from './proxy/tcp-proxy.ts';
export { checkHostileTexts } from './hostile/hostile-texts.ts';
export { crashHosted } from './hosts/crash-hosted.ts';
export { impatience, openFreezeLane } from './hosts/freeze-lane.ts';
export type { FreezeLane } from './hosts/freeze-lane.ts';
export { poisonWorld } from './hosts/poison-worker.ts';
export type { PoisonWorld } from './hosts/poison-worker.ts';
export { hostedFull } from './hosts/hosted-full.ts';
export { fullContract } from './hosts/full-contract.ts';
export { hostContract } from './hosts/host-contract.ts';
export { hosts } from './hosts/host-world.ts';
export type { HostName, HostOptions, HostWorld } from './hosts/host-world.ts';
export { startLedger } from './ledger/ledger.ts';
export type { Ledger } from './ledger/ledger.ts';
export { composedInstallation, composedPorts } from './cluster/composed-installation.ts';
export { buildWorkflow, inline, task } from './engine/build-workflow.ts';
export type { EdgeText, WorkflowParts } from './engine/build-workflow.ts';
export { deferred } from './engine/deferred.ts';
export type { Deferred } from './engine/deferred.ts';
export { describeEngine } from './engine/describe-engine.ts';
export type { Harness, HarnessOptions, MakeHarness } from './engine/describe-engine.ts';
export { simulateWorkflow } from './engine/simulate-workflow.ts';
export { simulatedTask, simulatedWorkflows } from './engine/simulated-workflows.ts';
export { soak } from './soak/soak.ts';
export { storeContract } from './stores/store-contract.ts';
export type { StoreUnderTest } from './stores/store-contract.ts';
export { aloneOnNeo4j } from './servers/alone-on-neo4j.ts';
export { askNeo4j, emptyNeo4j, freshMysql, freshPostgres } from './servers/fresh-database.ts';
export type { FreshDatabase } from './servers/fresh-database.ts';
export { mailPassword } from './servers/dovecot-server.ts';
export { mailAccount, type MailAccount } from './servers/mail-account.ts';
export { startMariadb } from './servers/mariadb-server.ts';
export { startPostgres } from './servers/postgres-server.ts';
export { pythonProgram } from './servers/python-program.ts';
export { findChromium } from './servers/find-chromium.ts';
export { freshNamespace } from './servers/fresh-namespace.ts';
export { freePort, ServerMissing } from './servers/server-process.ts';
export { doorsOf, restateProgram, startRestate } from './servers/restate-server.ts';
export type { ServerAnswer } from './servers/server-answer.ts';
export type { RestateDoors } from './servers/restate-server.ts';
export { neededServer, testServer } from './servers/test-server.ts';
export { hostFile } from './servers/host-file.ts';
export { startFakeProvider } from './providers/fake-provider.ts';
export type { FakeProvider, FakeRequest } from './providers/fake-provider.ts';
export type { FakeFault, FakeReply } from './providers/fake-reply.ts';
