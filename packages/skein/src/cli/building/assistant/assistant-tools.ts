// The tools for building, as an agent is offered them
import type { JsonObject } from '@skein/kernel';
import type { Tool } from '@skein/ports';
import { buildingTools, type BuildingHost } from '@skein/server';

export function assistantTools(host: BuildingHost): readonly Tool[] {
  return buildingTools.map(({ name, description, parameters, isReadOnly, call }) => ({
    name,
    description,
    parameters,
    // A draft that is saved twice is one version, and a trial reaches nothing outside.
    effect: isReadOnly ? 'pure' : 'idempotent',
    // The model that asks for it cannot agree to it.
    approve: isLive,
    // The loop has checked that they are an object.
    run: (args) => call(host, args as JsonObject),
  }));
}

/** What a run does outside is done for real, and costs what it costs. */
function isLive(args: unknown): boolean {
  // The loop has checked that they are an object.
  return (args as JsonObject)['live'] === true;
}
