import type { CommandFunction } from './command.ts';

/** Loads only what the command needs: the engine alone costs more than a `help`. */
export async function loadCommand(name: string): Promise<CommandFunction> {
  if (name.startsWith('runs ')) return (await import('./runs/runs-command.ts')).runsCommand;
  if (name.startsWith('keys ')) return (await import('./serve/keys-command.ts')).keysCommand;
  switch (name) {
    case 'run':
      return (await import('./run/run-command.ts')).runCommand;
    case 'validate':
      return (await import('./validate-command.ts')).validateCommand;
    case 'show':
      return (await import('./show-command.ts')).showCommand;
    case 'diff':
      return (await import('./diff-command.ts')).diffCommand;
    case 'convert':
      return (await import('./convert-command.ts')).convertCommand;
    case 'tools':
      return (await import('./tools/tools-command.ts')).toolsCommand;
    case 'mcp':
      return (await import('./mcp-command.ts')).mcpCommand;
    case 'serve':
      return (await import('./serve/serve-command.ts')).serveCommand;
    case 'worker':
      return (await import('./serve/worker-command.ts')).workerCommand;
    case 'migrate':
      return (await import('./migrate-command.ts')).migrateCommand;
    case 'doctor':
      return (await import('./doctor-command.ts')).doctorCommand;
    case 'test':
      return (await import('./test/test-command.ts')).testCommand;
    case 'models':
      return (await import('./models-command.ts')).modelsCommand;
    case 'secrets':
      return (await import('./secrets-command.ts')).secretsCommand;
    case 'sim':
      return (await import('./sim-command.ts')).simCommand;
    case 'init':
      return (await import('./project/init-command.ts')).initCommand;
    case 'templates ls':
      return (await import('./project/templates-command.ts')).templatesCommand;
    case 'start':
      return (await import('./start-command.ts')).startCommand;
    case 'help':
      return (await import('./help-command.ts')).helpCommand;
    default:
      throw new Error(`The command table has "${name}", but nothing loads it.`);
  }
}
