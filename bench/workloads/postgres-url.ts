// A PostgreSQL server to measure on: that of SKEIN_BENCH_POSTGRES, else a private one for the life of the process.
import process from 'node:process';
import { closeLater } from './workload.ts';

export async function postgresUrl(): Promise<string> {
  const given = process.env['SKEIN_BENCH_POSTGRES'];
  if (given !== undefined) return given;
  const { startPostgres } = await import('../../packages/testkit/src/servers/postgres-server.ts');
  const server = await startPostgres();
  closeLater(() => server.stop());
  process.env['SKEIN_BENCH_POSTGRES'] = server.url;
  return server.url;
}
