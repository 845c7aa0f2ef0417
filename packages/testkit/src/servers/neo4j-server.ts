// Neo4j's community edition from Maven Central: a folder of jars, downloaded once and kept.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync, mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { driver } from 'neo4j-driver';
import {
  findProgram,
  freePort,
  serverFolder,
  ServerMissing,
  untilReady,
  type TestServer,
} from './server-process.ts';

const version = '5.26.30';
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

export async function startNeo4j(): Promise<TestServer> {
  if (findProgram(['java']) === undefined) throw new ServerMissing('Neo4j needs Java');
  const jars = fetchJars();
  const folder = serverFolder('neo4j');
  const home = folder.path;
  folder.run('mkdir', ['-p', `${home}/conf`]);
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const settings = [
    `server.bolt.listen_address=${address}`,
    `server.bolt.advertised_address=${address}`,
    'server.http.enabled=false',
    'server.https.enabled=false',
    'dbms.security.auth_enabled=false',
    'dbms.usage_report.enabled=false',
    'server.memory.pagecache.size=64m',
    'db.tx_log.preallocate=false',
    'internal.dbms.bolt.netty_server_shutdown_quiet_period=0',
  ];
  const opens = ['java.nio', 'java.io', 'sun.nio.ch'].map(
    (name) => `--add-opens=java.base/${name}=ALL-UNNAMED`,
  );
  const running = folder.start('java', [
    '-Xmx512m',
    '-XX:+UseSerialGC',
    // The second compiler of Java pays for itself only in a server that lives longer than tests do.
    '-XX:TieredStopAtLevel=1',
    ...opens,
    '-cp',
    `${jars}/*`,
    'org.neo4j.server.CommunityEntryPoint',
    `--home-dir=${home}`,
    `--config-dir=${home}/conf`,
    '--console-mode',
    ...settings.flatMap((setting) => ['-c', setting]),
  ]);
  const url = `bolt://${address}`;
  await untilReady(running, async () => {
    const client = driver(url);
    try {
      await client.getServerInfo();
    } finally {
      await client.close();
    }
  });
  return {
    url,
    async stop() {
      await running.stop();
      folder.remove();
    },
  };
}

/** The folder with all jars; other users must be able to read it. */
function fetchJars(): string {
  const cache = process.env['SKEIN_TEST_CACHE'] ?? defaultCache();
  const jars = path.join(cache, `neo4j-${version}`);
  if (existsSync(jars)) return jars;
  if (findProgram(['mvn']) === undefined)
    throw new ServerMissing('Neo4j is fetched with Maven, which is not installed');
  process.stderr.write(`Fetching Neo4j ${version} for the tests of its store (125 MB, once) …\n`);
  const work = mkdtempSync(path.join(tmpdir(), 'skein-neo4j-fetch-'));
  const half = `${jars}.${process.pid}`;
  mkdirSync(half, { recursive: true });
  writeFileSync(path.join(work, 'pom.xml'), pom);
  const given = ['-B', '-ntp', plugin, '-DincludeScope=runtime', `-DoutputDirectory=${half}`];
  const { status, stdout } = spawnSync('mvn', given, { cwd: work, encoding: 'utf8' });
  rmSync(work, { recursive: true, force: true });
  if (status !== 0) {
    rmSync(half, { recursive: true, force: true });
    throw new ServerMissing(`Maven could not fetch Neo4j: ${(stdout ?? '').slice(-1000)}`);
  }
  renameSync(half, jars);
  return jars;
}

/** Root's home is closed to the user that the server runs as. */
function defaultCache(): string {
  return process.getuid?.() === 0
    ? '/var/cache/skein-test'
    : path.join(homedir(), '.cache', 'skein-test');
}

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>skein</groupId>
  <artifactId>neo4j-for-tests</artifactId>
  <version>1</version>
  <dependencies>
    <dependency><groupId>org.neo4j</groupId><artifactId>neo4j</artifactId><version>${version}</version></dependency>
  </dependencies>
</project>
`;
