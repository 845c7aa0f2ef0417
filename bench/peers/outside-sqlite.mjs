// Node's SQLite, each statement in a process of its own
// Stands in for `node:sqlite` where the harness looks into the file of a peer that brings its own build of SQLite. Two builds in one process
// do not know of each other's locks, which belong to the process: the one that closes the file first believes itself to be the last, and
// deletes the log that the other still writes. What the peer stores after that is lost for whoever looks.
import { execFileSync } from 'node:child_process';
import process from 'node:process';

const program = `
  const { DatabaseSync } = require('node:sqlite');
  const { file, options, sql, values } = JSON.parse(process.argv[1]);
  const database = new DatabaseSync(file, options);
  const row = values === undefined ? database.exec(sql) : database.prepare(sql).get(...values);
  database.close();
  console.log(JSON.stringify(row ?? null));`;
const bytesMax = 2 ** 30;

export class DatabaseSync {
  #place;

  constructor(file, options = {}) {
    this.#place = { file, options };
  }

  exec(sql) {
    this.#run({ sql });
  }

  prepare(sql) {
    return { get: (...values) => this.#run({ sql, values }) ?? undefined };
  }

  close() {}

  #run(statement) {
    const job = JSON.stringify({ ...this.#place, ...statement });
    const settings = { encoding: 'utf8', maxBuffer: bytesMax, stdio: ['ignore', 'pipe', 'ignore'] };
    return JSON.parse(execFileSync(process.execPath, ['-e', program, job], settings));
  }
}
