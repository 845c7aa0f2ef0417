// What a campaign says of itself in the first lines of its file is its help: `npm run crash -- --help`.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/**
 * The options that a campaign was started with. It ends here with its help if that was asked for, and with what is wrong if an option is
 * unknown or if one whose default is a number is none.
 */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
  file: string,
  options: Options,
) {
  const help = helpOf(file);
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(help);
    process.exit(0);
  }
  try {
    const { values } = parseArgs({ options });
    const wrong = wrongNumber(values, options);
    if (wrong === undefined) return values;
    throw new Error(`--${wrong} takes a number.`);
  } catch (error) {
    // parseArgs explains what is wrong in the message of what it throws.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    process.exit(2);
  }
}

function wrongNumber(
  values: Readonly<Record<string, unknown>>,
  options: ParseArgsOptionsConfig,
): string | undefined {
  return Object.keys(options).find((name) => {
    const fallback = options[name]?.default;
    const isNumber = typeof fallback === 'string' && /^\d+(\.\d+)?$/.test(fallback);
    return isNumber && !/^\d+(\.\d+)?$/.test(String(values[name]));
  });
}

function helpOf(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return `${lines
    .slice(0, end)
    .map((line) => line.slice('// '.length))
    .join('\n')}\n`;
}
