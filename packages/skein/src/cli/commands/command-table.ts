// The command table
// What users may type, in the order of the help. No command is loaded here: help and usage errors must not pay for the engine.
import type { Command } from '../arguments/command.ts';
import { convert } from './convert.ts';
import { copy } from './copy.ts';
import { dev } from './project/dev.ts';
import { deploy } from './project/deploy.ts';
import { curl } from './writing/curl.ts';
import { diff } from './diff.ts';
import { doctor } from './doctor.ts';
import { evaluation } from './eval.ts';
import { expr } from './writing/expr.ts';
import { help } from './help.ts';
import { importCommand } from './writing/import.ts';
import { init } from './init.ts';
import { keysCommands } from './keys.ts';
import { mcp } from './mcp.ts';
import { memoryCommands } from './server/memory.ts';
import { migrate } from './migrate.ts';
import { models } from './models.ts';
import { destinationsCommands } from './server/destinations.ts';
import { outboxCommands } from './server/outbox.ts';
import { run } from './run.ts';
import { runsCommands } from './runs/runs.ts';
import { save } from './save.ts';
import { connections } from './settings/connections.ts';
import { secrets } from './secrets.ts';
import { serve } from './serve.ts';
import { show } from './show.ts';
import { sim } from './sim.ts';
import { start } from './start.ts';
import { templates } from './templates.ts';
import { test } from './test.ts';
import { tools } from './tools.ts';
import { types } from './project/types.ts';
import { validate } from './validate.ts';
import { worker } from './worker.ts';

export const commandTable: readonly Command[] = [
  run,
  validate,
  show,
  diff,
  convert,
  importCommand,
  expr,
  curl,
  copy,
  save,
  deploy,
  types,
  tools,
  mcp,
  ...runsCommands,
  serve,
  dev,
  worker,
  ...keysCommands,
  ...outboxCommands,
  ...destinationsCommands,
  ...memoryCommands,
  migrate,
  doctor,
  models,
  secrets,
  connections,
  test,
  evaluation,
  sim,
  init,
  templates,
  start,
  help,
];
